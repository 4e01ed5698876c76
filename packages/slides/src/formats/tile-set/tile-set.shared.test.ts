/** Tile sets made by other programs: as a folder, and in both kinds of zip. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { RawPicture } from "../../codec/raw-picture.ts";
import { probeSlideFile } from "../../open-slide-file.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import { buildZip } from "../../testing/build-zip.ts";
import { describeSharedFile } from "../../testing/shared-data.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";
import { type TileFile, zipEntriesOf } from "../../testing/tile-sets.ts";

const { probeSlide } = temporarySlideFiles();

async function readFolder(root: string): Promise<TileFile[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    paths.map(async (path) => ({ name: path.slice(root.length + 1), contents: await readFile(path) })),
  );
}

const levelsOf = (slide: OpenedSlide): Promise<RawPicture[]> =>
  Promise.all([...slide.levels.keys()].map((level) => assembleLevel(slide, level)));

/** Mean difference, in grey levels, of two levels reduced to a few pixels, independent of their reduction filters. */
async function differenceOf(one: RawPicture, other: RawPicture): Promise<number> {
  const [small, smaller] = await Promise.all(
    [one, other].map(({ width, height, samples }) =>
      sharp(samples, { raw: { width, height, channels: 3 } })
        .resize(COMPARED_SIDE_PX, COMPARED_SIDE_PX, { fit: "fill" })
        .raw()
        .toBuffer(),
    ),
  );
  let sum = 0;
  for (let i = 0; i < small!.length; i++) sum += Math.abs(small![i]! - smaller![i]!);
  return sum / small!.length;
}

const COMPARED_SIDE_PX = 24;
/** The IIIF set's small level was reduced without smoothing, which makes 4. */
const MAX_DIFFERENCE = 6;

/** Sizes are those of the images' descriptions, halved; checked with `vipsheader` on the tiles. */
const SETS: readonly (readonly [folder: string, format: string, sizes: readonly (readonly [number, number])[]])[] = [
  [
    "tiles/testpattern_dzi",
    "deep-zoom",
    [
      [1000, 1000],
      [500, 500],
      [250, 250],
    ],
  ],
  [
    "tiles/wide_dzi",
    "deep-zoom",
    [
      [2000, 500],
      [1000, 250],
      [500, 125],
      [250, 63],
    ],
  ],
  // `full/194,256` contains an image of 97 x 128 px; the right one is in `0,0,775,1024/194,1024`.
  [
    "tiles/iiif_2_0_tiled",
    "iiif",
    [
      [775, 1024],
      [388, 512],
      [194, 256],
    ],
  ],
];

for (const [folder, format, sizes] of SETS) {
  describeSharedFile(folder, (path) => {
    it(`is ${format} of ${sizes.length} levels, each a reduced copy of the one above, the same from a folder and from zips`, async () => {
      const probed = await probeSlideFile(path);
      if (probed.kind !== "slide") throw new Error("not a slide");
      const { source } = probed;
      expect(source.format).toBe(format);
      expect(source.levels.map(({ width, height }) => [width, height])).toEqual(sizes);
      const levels = await levelsOf(source);
      await source.close();
      for (const [index, level] of levels.slice(1).entries()) {
        expect(await differenceOf(levels[index]!, level)).toBeLessThan(MAX_DIFFERENCE);
      }
      const files = await readFolder(path);
      for (const isDeflated of [false, true]) {
        const slide = await probeSlide(buildZip({ entries: zipEntriesOf(files, { isDeflated }) }));
        for (const [index, level] of (await levelsOf(slide)).entries()) {
          expect(level.samples.equals(levels[index]!.samples)).toBe(true);
        }
      }
    });
  });
}
