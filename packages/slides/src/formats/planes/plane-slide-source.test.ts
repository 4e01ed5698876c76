/** Planes of generated files with known samples. */
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { decodePicture } from "../../codec/raw-picture.ts";
import { openSlideFile, probeSlideFile } from "../../open-slide-file.ts";
import { FIRST_PLANE, type Plane, type SlideSource, tileGridOf } from "../../slide-source.ts";
import { buildOmeTiff, type OmeTiffSpec, sampleAt } from "../../testing/build-ome-tiff.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";

const { probeSlide, fileOf } = temporarySlideFiles();

/** Samples of a complete level, as assembled by a viewer. */
async function samplesOf(slide: SlideSource, plane: Plane, level = 0): Promise<number[]> {
  const { width, height, tileWidth, tileHeight } = slide.levels[level]!;
  const { columns, rows } = tileGridOf(slide.levels[level]!);
  const whole = new Array<number>(width * height).fill(-1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const tile = await decodePicture((await slide.readTile(level, column, row, { plane })).bytes);
      for (let i = 0; i < tile.width * tile.height; i++) {
        const x = column * tileWidth + (i % tile.width);
        const y = row * tileHeight + Math.floor(i / tile.width);
        const [high, low, blue] = tile.samples.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
        if (slide.planes!.sampleBits === 16) expect(blue).toBe(0);
        whole[y * width + x] = slide.planes!.sampleBits === 16 ? high * 256 + low : high;
      }
    }
  }
  return whole;
}

function expectedOf(spec: OmeTiffSpec, plane: Plane, served: (sample: number) => number, halvings = 0): number[] {
  const width = Math.ceil(spec.width / 2 ** halvings);
  const height = Math.ceil(spec.height / 2 ** halvings);
  return Array.from({ length: width * height }, (_, i) => served(sampleAt(plane, i % width, Math.floor(i / width))));
}

const asItIs = (sample: number) => sample;
const byte = (sample: number) => sample & 255;
const base = { width: 50, height: 37, channels: 3, depths: 2, times: 2 } as const;

describe("each plane shows its own samples", () => {
  const cases: [what: string, spec: Partial<OmeTiffSpec>, served: (sample: number) => number][] = [
    ["XYCZT", {}, asItIs],
    ["XYZCT", { dimensionOrder: "XYZCT" }, asItIs],
    ["XYTZC", { dimensionOrder: "XYTZC" }, asItIs],
    ["big-endian", { isBigEndian: true }, asItIs],
    ["Deflate with differences", { isPacked: true }, asItIs],
    ["the same, big-endian, in tiles", { isPacked: true, isBigEndian: true, tilePx: 16 }, asItIs],
    ["tiles", { tilePx: 32 }, asItIs],
    ["8 bits", { type: "uint8" }, byte],
    ["8 bits in tiles", { type: "uint8", tilePx: 16, isPacked: true }, byte],
    ["signed 8 bits, raised by 128", { type: "int8" }, byte],
    ["signed 16 bits, raised by 32,768", { type: "int16" }, (sample) => sample + 16_384],
    ["channels side by side", { channelsInPage: "interleaved" }, asItIs],
    ["channels side by side, packed, in tiles", { channelsInPage: "interleaved", tilePx: 16 }, asItIs],
    ["channels one after another", { channelsInPage: "planar" }, asItIs],
    ["channels one after another in tiles", { channelsInPage: "planar", tilePx: 16, isPacked: true }, asItIs],
  ];
  for (const [what, more, served] of cases) {
    it(what, async () => {
      const spec = { ...base, ...more };
      const slide = await probeSlide(buildOmeTiff(spec));
      expect(slide.planes).toMatchObject({ depths: 2, times: 2, sampleBits: /8/.test(spec.type ?? "") ? 8 : 16 });
      for (const plane of [FIRST_PLANE, { channel: 1, depth: 1, time: 0 }, { channel: 2, depth: 0, time: 1 }]) {
        expect(await samplesOf(slide, plane)).toEqual(expectedOf(spec, plane, served));
      }
    });
  }

  it("at each level of a pyramid", async () => {
    const spec = { ...base, tilePx: 16, halvings: 2 } as const;
    const slide = await probeSlide(buildOmeTiff(spec));
    expect(slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [50, 37, 1],
      [25, 19, 2],
      [13, 10, 4],
    ]);
    const plane = { channel: 2, depth: 1, time: 1 };
    for (const level of [0, 1, 2]) {
      expect(await samplesOf(slide, plane, level)).toEqual(expectedOf(spec, plane, asItIs, level));
    }
  });

  it("a tile missing in the file is black", async () => {
    const spec = { ...base, tilePx: 32 } as const;
    const empty = (pages: Parameters<NonNullable<OmeTiffSpec["pageOrder"]>>[0]) =>
      pages.map((page, index) =>
        index === 1 ? { ...page, segments: page.segments.map(() => Buffer.alloc(0)) } : page,
      );
    const slide = await probeSlide(buildOmeTiff({ ...spec, pageOrder: empty }));
    expect(new Set(await samplesOf(slide, { channel: 1, depth: 0, time: 0 }))).toEqual(new Set([0]));
  });
});

it("rejects planes beyond its own", async () => {
  const slide = await probeSlide(buildOmeTiff(base));
  for (const plane of [
    { channel: 3, depth: 0, time: 0 },
    { channel: 0, depth: 2, time: 0 },
    { channel: 0, depth: 0, time: -1 },
  ]) {
    await expect(slide.readTile(0, 0, 0, { plane })).rejects.toThrow(RangeError);
  }
  await expect(slide.readTile(0, 1, 0)).rejects.toThrow(RangeError);
});

it("many pages are planes if declared in the file", async () => {
  const slide = await probeSlide(buildOmeTiff({ width: 8, height: 8, channels: 2, depths: 50, times: 3 }));
  const plane = { channel: 1, depth: 49, time: 2 };
  expect((await samplesOf(slide, plane))[9]).toBe(sampleAt(plane, 1, 1));
});

it("a plane that ends beyond the file is detected by the probe", async () => {
  const bytes = buildOmeTiff({ ...base, tilePx: 32 });
  await expect(probeSlideFile(await fileOf(bytes.subarray(0, -2)))).rejects.toMatchObject({ reason: "truncated" });
});

it("pages of a TIFF that are not marked as planes are not planes", async () => {
  const path = await fileOf(buildOmeTiff({ ...base, xml: () => "five sections" }));
  expect(await probeSlideFile(path)).toMatchObject({ kind: "convertible", by: "picture" });
});

it("can be opened again, and finishes reads while closing", async () => {
  const bytes = buildOmeTiff(base);
  const path = await fileOf(bytes);
  await writeFile(path, bytes);
  const slide = await openSlideFile(path);
  const reading = slide.readTile(0, 0, 0);
  await slide.close();
  expect((await reading).mediaType).toBe("image/png");
});
