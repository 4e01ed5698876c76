import { rm } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync, zstdCompressSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { RawPicture } from "../codec/raw-picture.ts";
import { decodePlainImage } from "../convert/decode-plain-image.ts";
import { openSlideFile, probeSlideFile } from "../open-slide-file.ts";
import { assembleLevel } from "../testing/assemble-level.ts";
import { buildTiff, type FieldValue, type PageSpec } from "../testing/build-tiff.ts";
import { TILE, temporarySlideFiles, tilesOf } from "../testing/slide-files.ts";
import { COMPRESSION, TAG } from "../tiff/tiff-fields.ts";

const { folder, fileOf, probeSlide } = temporarySlideFiles();

/** Smooth, so that the pyramid's JPEG loses little. */
function gradient(width: number, height: number): RawPicture {
  const samples = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    samples.set([(x * 255) / width, (y * 255) / height, 200 - (x * 100) / width], i * 3);
  }
  return { width, height, channels: 3, samples };
}

const picture = gradient(150, 100);
const short = (...values: number[]): FieldValue => ({ type: 3, values });
const zstd = (bytes: Uint8Array) => zstdCompressSync(bytes);

/** Every sample of 8 bits as one of 16, in the file's byte order. */
function deepened(samples: Buffer, isBigEndian = false): Buffer {
  const words = Buffer.alloc(samples.length * 2);
  for (let i = 0; i < samples.length; i++) {
    const word = samples[i]! * 257;
    if (isBigEndian) words.writeUInt16BE(word, i * 2);
    else words.writeUInt16LE(word, i * 2);
  }
  return words;
}

/** Each word as its difference from the same channel of the left neighbour, little-endian. */
function differences(words: Buffer, rowSamples: number): Buffer {
  const coded = Buffer.from(words);
  for (let i = words.length / 2 - 1; i >= 0; i--) {
    if (i % rowSamples >= 3) {
      coded.writeUInt16LE((words.readUInt16LE(i * 2) - words.readUInt16LE(i * 2 - 6) + 65_536) % 65_536, i * 2);
    }
  }
  return coded;
}

async function shownOf(page: Partial<PageSpec>, more: { isBigEndian?: boolean } = {}): Promise<RawPicture> {
  const { width, height } = picture;
  const bytes = buildTiff({ pages: [{ width, height, segments: [], ...page }], ...more });
  const inputPath = await fileOf(bytes);
  const probed = await probeSlideFile(inputPath);
  if (probed.kind === "slide" || probed.by !== "picture") throw new Error("this is shown as it is");
  const outputPath = join(folder(), "pyramid.tif");
  const temporary = { pixelsPath: `${outputPath}.pixels.v`, expandedPath: `${outputPath}.expanded.part` };
  await decodePlainImage({ inputPath, outputPath, page: probed.page, ...temporary }, () => {});
  const slide = await openSlideFile(outputPath);
  const shown = await assembleLevel(slide, 0);
  await slide.close();
  for (const path of [outputPath, ...Object.values(temporary)]) await rm(path, { force: true });
  return shown;
}

function meanError(one: RawPicture, other: RawPicture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  return one.samples.reduce((sum, sample, at) => sum + Math.abs(sample - other.samples[at]!), 0) / one.samples.length;
}

describe("a TIFF that is not a slide keeps its appearance", () => {
  const { samples, width, height } = picture;
  const tiles = tilesOf(picture).map((tile) => tile.samples);
  const planes = [0, 1, 2].map((channel) => samples.filter((_, i) => i % 3 === channel));
  const withAlpha = Buffer.from(
    Array.from({ length: width * height }, (_, i) => [...samples.subarray(i * 3, i * 3 + 3), 255]).flat(),
  );
  const cases: [what: string, page: Partial<PageSpec>, more?: { isBigEndian?: boolean }][] = [
    ["Zstandard in one strip", { compression: COMPRESSION.zstd, segments: [zstd(samples)] }],
    [
      "Zstandard tiles of 16 bits with predictor 2",
      {
        compression: COMPRESSION.zstd,
        bitsPerSample: 16,
        tile: TILE,
        segments: tiles.map((tile) => zstd(differences(deepened(tile), TILE.width * 3))),
        fields: { [TAG.predictor]: short(2) },
      },
    ],
    [
      "Zstandard of 16 bits, big-endian",
      { compression: COMPRESSION.zstd, bitsPerSample: 16, segments: [zstd(deepened(samples, true))] },
      { isBigEndian: true },
    ],
    [
      "Zstandard in separate planes",
      { compression: COMPRESSION.zstd, segments: planes.map(zstd), fields: { [TAG.planarConfiguration]: short(2) } },
    ],
    [
      "Zstandard with transparency",
      {
        compression: COMPRESSION.zstd,
        samplesPerPixel: 4,
        photometric: 2,
        segments: [zstd(withAlpha)],
        fields: { 338: short(2) },
      },
    ],
    [
      "Deflate in separate planes",
      {
        compression: COMPRESSION.deflate,
        segments: planes.map((plane) => deflateSync(plane)),
        fields: { [TAG.planarConfiguration]: short(2) },
      },
    ],
    [
      "Deflate tiles of 16 bits with predictor 2",
      {
        compression: COMPRESSION.deflate,
        bitsPerSample: 16,
        tile: TILE,
        segments: tiles.map((tile) => deflateSync(differences(deepened(tile), TILE.width * 3))),
        fields: { [TAG.predictor]: short(2) },
      },
    ],
    [
      "Deflate tiles of 16 bits, big-endian",
      {
        compression: COMPRESSION.deflate,
        bitsPerSample: 16,
        tile: TILE,
        segments: tiles.map((tile) => deflateSync(deepened(tile, true))),
      },
      { isBigEndian: true },
    ],
  ];
  for (const [what, page, more] of cases) {
    it(what, async () => expect(meanError(await shownOf(page, more), picture)).toBeLessThan(2));
  }

  it("grey of 32-bit floating point compressed with Zstandard is stretched", async () => {
    const heights = Float32Array.from({ length: 150 * 100 }, (_, i) => -20 + (i % 150));
    const shown = await shownOf({
      compression: COMPRESSION.zstd,
      samplesPerPixel: 1,
      bitsPerSample: 32,
      segments: [zstd(new Uint8Array(heights.buffer))],
      fields: { [TAG.sampleFormat]: short(3) },
    });
    for (const x of [0, 50, 100, 149])
      expect(Math.abs(shown.samples[(50 * 150 + x) * 3]! - (x * 255) / 149)).toBeLessThan(4);
  });
});

describe("WebP tiles in a TIFF", () => {
  it("are sent unchanged, except those cropped at the edge", async () => {
    const tiles = await Promise.all(
      tilesOf(picture).map(({ samples, width, height }) =>
        sharp(samples, { raw: { width, height, channels: 3 } })
          .webp({ lossless: true })
          .toBuffer(),
      ),
    );
    const { width, height } = picture;
    const page = { width, height, tile: TILE, compression: COMPRESSION.webp, segments: tiles };
    const slide = await probeSlide(buildTiff({ pages: [page] }));
    expect(slide.isRecoding).toBe(false);
    expect(await slide.readTile(0, 0, 0)).toEqual({ bytes: tiles[0], mediaType: "image/webp" });
    expect((await slide.readTile(0, 2, 2)).mediaType).toBe("image/png");
    expect(meanError(await assembleLevel(slide, 0), picture)).toBe(0);
  });
});

describe("unsupported compression is rejected by name", () => {
  for (const [compression, name] of [
    [6, "JPEG of the old style"],
    [34887, "LERC"],
    [50002, "JPEG XL"],
  ] as const) {
    it(name, async () => {
      const page = { width: 100, height: 80, segments: [Buffer.alloc(5000, 7)], compression };
      await expect(probeSlide(buildTiff({ pages: [page] }))).rejects.toMatchObject({
        reason: "unsupported",
        message: expect.stringContaining(name),
      });
    });
  }
});
