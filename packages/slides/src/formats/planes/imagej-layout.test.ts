import { describe, expect, it } from "vitest";
import { decodePicture } from "../../codec/raw-picture.ts";
import { probeSlideFile } from "../../open-slide-file.ts";
import { buildTiff, type PageSpec } from "../../testing/build-tiff.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";
import { TAG } from "../../tiff/tiff-fields.ts";

const { probeSlide, fileOf } = temporarySlideFiles();

const HYPERSTACK =
  "ImageJ=1.53k\nimages=6\nchannels=2\nslices=3\nhyperstack=true\nunit=\\u00B5m\nspacing=0.5\nloop=false\n";

/** 4 x 3 px of 16 bits; each sample contains its page number. */
function page(index: number, more: Partial<PageSpec> = {}): PageSpec {
  const samples = Buffer.alloc(24);
  for (let i = 0; i < 12; i++) samples.writeUInt16LE(1000 * index + i, i * 2);
  return { width: 4, height: 3, samplesPerPixel: 1, bitsPerSample: 16, segments: [samples], ...more };
}

function stack(description: string, count = 6, more: Partial<PageSpec> = {}): Buffer {
  return buildTiff({
    pages: Array.from({ length: count }, (_, i) => page(i, i === 0 ? { description, ...more } : more)),
  });
}

const resolution = {
  [TAG.xResolution]: { type: 5, values: [[4, 1]] },
  [TAG.resolutionUnit]: { type: 3, values: [1] },
} as const;

describe("an ImageJ stack", () => {
  it("has channels, depths, and the pixel size in its own unit", async () => {
    const slide = await probeSlide(stack(HYPERSTACK, 6, { fields: resolution }));
    expect(slide.planes).toMatchObject({ depths: 3, times: 1, sampleBits: 16, depthSpacingUm: 0.5 });
    expect(slide.planes!.channels.map(({ name }) => name)).toEqual(["Channel 1", "Channel 2"]);
    expect(slide.pixelSizeUm).toEqual({ x: 0.25, y: 0.25 });
    expect(slide.properties).toMatchObject({ "imagej.ImageJ": "1.53k" });
  });

  it("has channels fastest", async () => {
    const slide = await probeSlide(stack(HYPERSTACK));
    const { bytes } = await slide.readTile(0, 0, 0, { plane: { channel: 1, depth: 2, time: 0 } });
    const { samples } = await decodePicture(bytes);
    expect(samples[0]! * 256 + samples[1]!).toBe(5000);
  });

  it("is a stack of depths if unsorted", async () => {
    const slide = await probeSlide(stack("ImageJ=1.53k\nimages=6\n"));
    expect(slide.planes).toMatchObject({ depths: 6, times: 1 });
  });

  it("above 4 GB has one directory, followed by all planes", async () => {
    const all = Buffer.concat(Array.from({ length: 6 }, (_, i) => Buffer.from(page(i).segments[0]!)));
    const one = page(0, { description: HYPERSTACK, segments: [all] });
    // The strip describes only the first plane.
    const fields = { [TAG.stripByteCounts]: { type: 4, values: [24] } } as const;
    const slide = await probeSlide(buildTiff({ pages: [{ ...one, fields }] }));
    const { bytes } = await slide.readTile(0, 0, 0, { plane: { channel: 0, depth: 2, time: 0 } });
    const { samples } = await decodePicture(bytes);
    expect(samples[3]! * 256 + samples[4]!).toBe(4001);
  });

  for (const [what, bytes, reason] of [
    ["without some of its pages", stack(HYPERSTACK, 5), "truncated"],
    ["with inconsistent counts", stack(HYPERSTACK.replace("slices=3", "slices=4")), "damaged"],
    ["of a billion pages", stack("ImageJ=1\nimages=999999999\nslices=999999999\n"), "tooLarge"],
  ] as const) {
    it(`${what}: ${reason}`, async () => {
      await expect(probeSlideFile(await fileOf(bytes))).rejects.toMatchObject({ name: "SlideFileError", reason });
    });
  }

  it("of one image is an image", async () => {
    expect(await probeSlideFile(await fileOf(stack("ImageJ=1.53k\n", 1)))).toMatchObject({ by: "picture" });
  });
});
