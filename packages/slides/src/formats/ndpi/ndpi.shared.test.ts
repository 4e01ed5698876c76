/**
 * A real file. The hashes are of the red, green and blue samples read by OpenSlide 3.4.1 (Debian 12) from each level:
 * `read_region((0, 0), level, level_dimensions[level]).convert("RGB").tobytes()`.
 */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { decodePicture } from "../../codec/raw-picture.ts";
import { openSlideFile } from "../../open-slide-file.ts";
import { probeInSandbox } from "../../probe/probe-in-sandbox.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import { describeSharedFile } from "../../testing/shared-data.ts";

const OPENSLIDE_SHA256 = [
  "e63959461e1c3bf6d2e788de206aab77605d186c598e4462e0fa0c2bd6420aee",
  "6a3cd73b39a88a4ac9d680119708f7335c61e9b7bd6da694909298dc08601d78",
  "1d2aef195ba3c4b68e922e52a170630a96c611b1d31541f2e6f476d41be41dbd",
  "0aa83f048ccb04854bce711b1e0c9a4260c0a6eeba9aa0e30871bd26b371db19",
];

describeSharedFile("wsi/test3-TRITC 2 (560).ndpi", (path) => {
  it("every pixel of every level equals OpenSlide's", async () => {
    const slide = await openSlideFile(path);
    const hashes: string[] = [];
    for (const level of slide.levels.keys()) {
      hashes.push(
        createHash("sha256")
          .update((await assembleLevel(slide, level)).samples)
          .digest("hex"),
      );
    }
    expect(hashes).toEqual(OPENSLIDE_SHA256);
    await slide.close();
  });

  it("has levels, pixel size, objective, macro image and properties, also in the sandbox", {
    timeout: 60_000,
  }, async () => {
    const probed = await probeInSandbox(path);
    if (probed.kind !== "slide") throw new Error("This is a slide.");
    expect(probed.slide).toMatchObject({
      format: "ndpi",
      width: 3968,
      height: 4864,
      objectivePower: 40,
      planes: null,
      associatedImages: [{ name: "macro", width: 1188, height: 406 }],
      properties: {
        "tiff.Model": "C9600-12",
        "tiff.DateTime": "2017:02:07 13:07:45",
        "hamamatsu.Channel": "TRITC 2 (560)",
        "hamamatsu.EmissionWavelength": "622",
        "hamamatsu.NDP.S/N": "950291",
        "hamamatsu.calibration.version": "249",
      },
    });
    expect(probed.slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [3968, 4864, 1],
      [1984, 2432, 2],
      [992, 1216, 4],
      [496, 608, 8],
    ]);
    // OpenSlide: mpp-x 0.2281750559.
    expect(probed.slide.pixelSizeUm?.x).toBeCloseTo(0.2281750559, 5);
  });

  it("the macro image is passed through", async () => {
    const slide = await openSlideFile(path);
    const macro = await decodePicture((await slide.readAssociatedImage("macro")).bytes);
    expect([macro.width, macro.height]).toEqual([1188, 406]);
    await slide.close();
  });
});
