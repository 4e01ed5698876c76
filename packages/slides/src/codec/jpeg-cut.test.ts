import sharp, { type JpegOptions } from "sharp";
import { describe, expect, it } from "vitest";
import { SlideFileError } from "../slide-source.ts";
import { buildPicture, compareSamples, partOf, seededRandom } from "../testing/pictures.ts";
import { cutJpeg } from "./jpeg-cut.ts";
import { readJpegHeader } from "./jpeg-header.ts";
import { joinJpegStrips } from "./jpeg-join.ts";
import { cropPicture, decodePicture, type RawPicture } from "./raw-picture.ts";

function encode({ samples, width, height, channels }: RawPicture, options: JpegOptions): Promise<Buffer> {
  const colours = channels === 1 ? "b-w" : "srgb";
  return sharp(samples, { raw: { width, height, channels } }).toColourspace(colours).jpeg(options).toBuffer();
}

/** Crops, decodes, and compares with the same part of the complete decoded image. */
async function compareCut(jpeg: Buffer, width: number, height: number) {
  const cut = cutJpeg(jpeg, { width, height });
  expect(cut).not.toBeNull();
  const decoded = await decodePicture(cut!);
  expect([decoded.width, decoded.height]).toEqual([width, height]);
  const expected = cropPicture(await decodePicture(jpeg), width, height);
  const inner = [width - 1, height - 1] as const;
  return {
    whole: compareSamples(decoded.samples, expected.samples),
    withoutLastColumnAndRow: compareSamples(
      cropPicture(decoded, ...inner).samples,
      cropPicture(expected, ...inner).samples,
    ),
  };
}

async function encodeGrey(picture: RawPicture, quality: number): Promise<Buffer> {
  const jpeg = await encode(picture, { quality, optimiseCoding: true });
  expect(readJpegHeader(jpeg, 0, jpeg.length).components).toHaveLength(1);
  return jpeg;
}

const SIZES: [width: number, height: number][] = [
  [240, 240],
  [239, 1],
  [1, 200],
  [8, 8],
  [9, 17],
  [60, 87],
  [128, 240],
  [233, 100],
];

describe("cutJpeg", () => {
  for (const [width, height] of SIZES) {
    for (const quality of [30, 85, 100]) {
      it(`colour without subsampling, quality ${quality}, to ${width} x ${height}: no pixel differs`, async () => {
        const jpeg = await encode(buildPicture(240, 240), { quality, chromaSubsampling: "4:4:4" });
        expect((await compareCut(jpeg, width, height)).whole.greatest).toBe(0);
      });
    }
    it(`grey to ${width} x ${height}: no pixel differs`, async () => {
      const jpeg = await encodeGrey(buildPicture(240, 240, 1), 80);
      expect((await compareCut(jpeg, width, height)).whole.greatest).toBe(0);
    });
    if (width > 1 && height > 1) {
      it(`subsampled chroma to ${width} x ${height}: only the last column and row may differ`, async () => {
        const jpeg = await encode(buildPicture(240, 240), { quality: 80, chromaSubsampling: "4:2:0" });
        expect((await compareCut(jpeg, width, height)).withoutLastColumnAndRow.greatest).toBe(0);
      });
    }
  }

  it("uses the standard table if the tile's own has no code for a new difference", async () => {
    // Dark and bright stripes far apart: neighbours never differ much until the part between them is removed.
    const samples = Buffer.alloc(64 * 16);
    for (let y = 0; y < 16; y++) for (let x = 0; x < 64; x++) samples[y * 64 + x] = y < 8 ? 4 * x : 252 - 4 * x;
    const jpeg = await encodeGrey({ width: 64, height: 16, channels: 1, samples }, 90);
    const cut = cutJpeg(jpeg, { width: 60, height: 16 })!;
    const tables = (bytes: Buffer) => bytes.toString("latin1").split("\xff\xc4").length - 1;
    const cuts = await Promise.all([8, 16, 24, 32, 40, 48, 56].map((width) => compareCut(jpeg, width, 16)));
    expect(cuts.map(({ whole }) => whole.greatest)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const narrow = [8, 16, 24, 32].map((width) => tables(cutJpeg(jpeg, { width, height: 16 })!));
    expect(Math.max(...narrow)).toBe(tables(cut) + 1);
  });

  it("reads restart markers and writes none", async () => {
    const picture = buildPicture(100, 176);
    const strips = await Promise.all(
      Array.from({ length: 11 }, (_, row) => row * 16).map((top) =>
        encode(partOf(picture, 0, top, 100, 16), { quality: 80, chromaSubsampling: "4:4:4", optimiseCoding: false }),
      ),
    );
    const joined = joinJpegStrips(strips, { width: 100, height: 176 })!;
    expect(joined.includes(Buffer.from([0xff, 0xdd]))).toBe(true);
    expect((await compareCut(joined, 61, 170)).whole.greatest).toBe(0);
    expect(cutJpeg(joined, { width: 61, height: 70 })!.includes(Buffer.from([0xff, 0xdd]))).toBe(false);
  });

  it("leaves a progressive JPEG to the decoder", async () => {
    const jpeg = await encode(buildPicture(64, 64), { progressive: true });
    expect(cutJpeg(jpeg, { width: 40, height: 40 })).toBeNull();
  });

  it("rejects enlarging an image", async () => {
    const jpeg = await encode(buildPicture(64, 64), {});
    expect(() => cutJpeg(jpeg, { width: 65, height: 10 })).toThrow(SlideFileError);
  });

  it("rejects a stream that ends within the requested part", async () => {
    const jpeg = await encode(buildPicture(64, 64), { chromaSubsampling: "4:4:4" });
    const { scanStart } = readJpegHeader(jpeg, 0, jpeg.length);
    const short = jpeg.subarray(0, scanStart + Math.floor((jpeg.length - scanStart) / 3));
    expect(() => cutJpeg(short, { width: 60, height: 60 })).toThrow(SlideFileError);
  });

  it("returns an image, null or SlideFileError for 2,000 damaged files", async () => {
    const random = seededRandom(20261121);
    const picture = buildPicture(48, 40);
    const originals = [
      await encode(picture, { quality: 60, chromaSubsampling: "4:2:0" }),
      await encode(picture, { quality: 60, chromaSubsampling: "4:4:4" }),
      await encodeGrey(buildPicture(48, 40, 1), 90),
    ];
    let rejected = 0;
    for (let i = 0; i < 2000; i++) {
      const bytes = Buffer.from(originals[i % originals.length]!);
      const changes = 1 + Math.floor(random() * 4);
      for (let change = 0; change < changes; change++) {
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      }
      const damaged = random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
      try {
        cutJpeg(damaged, { width: 1 + Math.floor(random() * 48), height: 1 + Math.floor(random() * 40) });
      } catch (error) {
        expect(error).toBeInstanceOf(SlideFileError);
        rejected += 1;
      }
    }
    expect(rejected).toBeGreaterThan(200);
  });
});
