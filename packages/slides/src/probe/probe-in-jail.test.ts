import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { descriptionOf } from "../slide-source.ts";
import { buildTiff } from "../testing/build-tiff.ts";
import { buildPicture } from "../testing/pictures.ts";
import { describeSharedFile } from "../testing/shared-data.ts";
import { rawPage, temporarySlideFiles } from "../testing/slide-files.ts";
import { TAG } from "../tiff/tiff-fields.ts";
import { probeInJail } from "./probe-in-jail.ts";

const { folder, fileOf } = temporarySlideFiles();
const picture = buildPicture(150, 110);

// Each starts a process, and gives way to all others on the machine.
describe("probeInJail", { timeout: 60_000 }, () => {
  it("a slide: what it is, and a directory that opens it again", async () => {
    const path = await fileOf(buildTiff({ pages: [rawPage(picture)] }));
    const probed = await probeInJail(path);
    if (probed.kind !== "slide") throw new Error("This is a slide.");
    const slide = await openSlideFile(path, { directory: probed.directory! });
    expect(probed.slide).toEqual(descriptionOf(slide));
    expect(probed.slide).toMatchObject({ format: "tiff", width: 150, height: 110 });
    expect((await slide.readTile(0, 0, 0)).bytes.length).toBeGreaterThan(100);
    await slide.close();
  });

  it("a picture in strips: what can be converted", async () => {
    const path = await fileOf(
      buildTiff({ pages: [rawPage(picture, { tile: undefined, segments: [picture.samples] })] }),
    );
    expect(await probeInJail(path)).toEqual(await probeSlideFile(path));
  });

  const hostile: [what: string, bytes: Uint8Array, reason: string][] = [
    ["an empty file", Buffer.alloc(0), "notASlide"],
    ["a text", Buffer.from("Dear colleague,\nhere is my slide.\n"), "notASlide"],
    ["an SVG that asks for a file", Buffer.from('<svg><image href="file:///etc/passwd"/></svg>'), "notASlide"],
    [
      "a picture of 2^20 x 2^20 px without pixels",
      buildTiff({
        pages: [
          rawPage(picture, {
            fields: {
              [TAG.imageWidth]: { type: 4, values: [2 ** 20] },
              [TAG.imageLength]: { type: 4, values: [2 ** 20] },
            },
          }),
        ],
      }),
      "tooLarge",
    ],
    ["tiles that hold no Deflate stream", buildTiff({ pages: [rawPage(picture, { compression: 8 })] }), "damaged"],
    ["a JPEG without its end", Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"), "damaged"],
  ];
  for (const [what, bytes, reason] of hostile) {
    it(`${what}: ${reason}, in a sentence`, async () => {
      await expect(probeInJail(await fileOf(bytes))).rejects.toMatchObject({
        name: "SlideFileError",
        reason,
        message: /^[A-Z].{15,}\.$/,
      });
    });
  }

  it("a file that is not there is no fault of a file", async () => {
    await expect(probeInJail(join(folder(), "nowhere"))).rejects.toMatchObject({ name: "Error", message: /ENOENT/ });
  });

  it("a name with blanks, quotes and commas", async () => {
    const path = join(folder(), `a "new", 'strange' näme.svs`);
    await writeFile(path, buildTiff({ pages: [rawPage(picture)] }));
    expect(await probeInJail(path)).toMatchObject({ kind: "slide" });
  });

  it("the time limit ends it, in a sentence", async () => {
    const path = await fileOf(buildTiff({ pages: [rawPage(picture)] }));
    await expect(probeInJail(path, { timeLimitMs: 1 })).rejects.toMatchObject({
      name: "SlideFileError",
      reason: "tooLarge",
    });
  });

  it("aborting ends it, with the signal's reason", async () => {
    const path = await fileOf(buildTiff({ pages: [rawPage(picture)] }));
    await expect(probeInJail(path, { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

for (const [file, reason] of [
  ["wsi/unreadable.svs", "damaged"],
  ["wsi/seg_image_sm_dots_tiled_full.dcm", "notASlide"],
] as const) {
  describeSharedFile(file, (path) => {
    it(`is refused as ${reason}`, { timeout: 60_000 }, async () => {
      await expect(probeInJail(path)).rejects.toMatchObject({ name: "SlideFileError", reason });
    });
  });
}

for (const file of [
  "wsi/CMU-1-Small-Region.svs",
  "wsi/boxes.tiff",
  "wsi/test_orient6.tif",
  "wsi/test3-TRITC 2 (560).ndpi",
]) {
  describeSharedFile(file, (path) => {
    it("is in the jail what it is outside", { timeout: 60_000 }, async () => {
      const slide = await openSlideFile(path);
      expect(await probeInJail(path)).toEqual({
        kind: "slide",
        slide: descriptionOf(slide),
        directory: slide.directory ?? null,
        annotations: [],
      });
      await slide.close();
    });
  });
}
