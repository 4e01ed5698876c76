/** A damaged file of several planes causes at most an error message. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writePlanes } from "../../convert/write-planes.ts";
import { openSlideFile } from "../../open-slide-file.ts";
import { SlideFileError } from "../../slide-source.ts";
import { buildOmeTiff } from "../../testing/build-ome-tiff.ts";
import { seededRandom } from "../../testing/pictures.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";

const { folder } = temporarySlideFiles();

it("returns a slide or SlideFileError for 250 damaged files of planes, converted or not", async () => {
  const random = seededRandom(7);
  const small = { width: 24, height: 20, channels: 2, depths: 2 } as const;
  const originals = [
    buildOmeTiff({ ...small, tilePx: 16, isPacked: true, halvings: 1 }),
    buildOmeTiff({ ...small, channelsInPage: "planar", isBigEndian: true }),
    buildOmeTiff({ ...small, type: "float", tiffData: '<TiffData IFD="0" PlaneCount="4"/>' }),
  ];
  let rejected = 0;
  for (let i = 0; i < 250; i++) {
    const bytes = Buffer.from(originals[i % originals.length]!);
    const xml = bytes.indexOf("<OME");
    for (let change = 0; change < 2; change++) {
      // Pixels are most of the file; their description is damaged more often.
      const at = random() < 0.4 ? xml + random() * 500 : random() * bytes.length;
      bytes[Math.floor(at)] = random() < 0.5 ? 48 + Math.floor(random() * 10) : Math.floor(random() * 256);
    }
    const path = join(folder(), "damaged.tif");
    await writeFile(path, bytes);
    try {
      const slide = await openSlideFile(path);
      try {
        const depth = (slide.planes?.depths ?? 1) - 1;
        await slide.readTile(slide.levels.length - 1, 0, 0, { plane: { channel: 0, depth, time: 0 } });
      } finally {
        await slide.close();
      }
    } catch (error) {
      expect(error).toBeInstanceOf(SlideFileError);
      if (/must be converted/.test((error as SlideFileError).message)) {
        const writing = writePlanes({ inputPath: path, outputPath: `${path}.out` }, () => {}).then(
          () => null,
          (cause: unknown) => cause,
        );
        const failure = await writing;
        if (failure !== null) expect(failure).toBeInstanceOf(SlideFileError);
      }
      rejected += 1;
    }
  }
  expect(rejected).toBeGreaterThan(30);
}, 60_000);
