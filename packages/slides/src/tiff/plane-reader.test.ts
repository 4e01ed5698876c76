import { afterAll, describe, expect, it } from "vitest";
import { BlockCache } from "../bytes/block-cache.ts";
import { FileBytes } from "../bytes/file-bytes.ts";
import { buildTiff, type FieldValue, type PageSpec } from "../testing/build-tiff.ts";
import { encodeJpeg2000 } from "../testing/encode-samples.ts";
import { temporarySlideFiles } from "../testing/slide-files.ts";
import { planeOf } from "./plane-pictures.ts";
import { isReadablePlane, PlaneReader } from "./plane-reader.ts";
import { readTiff } from "./read-tiff.ts";
import { TAG } from "./tiff-fields.ts";

const { fileOf } = temporarySlideFiles();
const opened: FileBytes[] = [];
afterAll(() => Promise.all(opened.map((file) => file.close())));

const short = (...values: number[]): FieldValue => ({ type: 3, values });

/** All samples of the only page. */
async function read(page: PageSpec, { isBigEndian = false, sample = 0, keepsSegment = false } = {}): Promise<number[]> {
  const file = await FileBytes.open(await fileOf(buildTiff({ pages: [page], isBigEndian })));
  opened.push(file);
  const pieces = new BlockCache(file);
  const tiff = await readTiff(file, pieces);
  const [only] = tiff.pages;
  expect(isReadablePlane(only!)).toBe(true);
  const reader = new PlaneReader({ file, pieces, isLittleEndian: tiff.isLittleEndian }, planeOf(only!, sample), {
    keepsSegment,
  });
  return [...(await reader.readRegion({ left: 0, top: 0, width: page.width, height: page.height }))];
}

const grey = { samplesPerPixel: 1, photometric: 1 } as const;

describe("samples of every type", () => {
  it("12 bits, packed; each row starts at a byte boundary", async () => {
    const segments = [Buffer.from("1234567890bc0fffeee0", "hex")];
    const page = { ...grey, width: 3, height: 2, bitsPerSample: 12, segments };
    expect(await read(page)).toEqual([0x123, 0x456, 0x789, 0xbc0, 0xfff, 0xeee]);
  });

  it("1 bit", async () => {
    const page = {
      ...grey,
      width: 10,
      height: 2,
      bitsPerSample: 1,
      segments: [Buffer.from([0b10100000, 0b01000000, 0xff, 0])],
    };
    expect(await read(page)).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
  });

  it("0 is white", async () => {
    const segments = [Buffer.from(new Uint16Array([0, 1, 65_535]).buffer)];
    const page = { width: 3, height: 1, samplesPerPixel: 1, photometric: 0, bitsPerSample: 16, segments };
    expect(await read(page)).toEqual([65_535, 65_534, 0]);
  });

  for (const isBigEndian of [false, true]) {
    it(`floating point with its predictor, ${isBigEndian ? "big" : "little"}-endian`, async () => {
      const values = [1, -2.5, 1000.125, 0];
      // Bytes by significance, then differences. Source: TIFF Technical Note 3.
      const bytes = Buffer.alloc(16);
      for (const [i, value] of values.entries()) {
        const big = Buffer.alloc(4);
        big.writeFloatBE(value);
        for (let byte = 0; byte < 4; byte++) bytes[byte * 4 + i] = big[byte]!;
      }
      for (let at = 15; at > 0; at--) bytes[at] = bytes[at]! - bytes[at - 1]!;
      const fields = { [TAG.sampleFormat]: short(3), [TAG.predictor]: short(3) };
      const page = { ...grey, width: 4, height: 1, bitsPerSample: 32, segments: [bytes], fields };
      expect(await read(page, { isBigEndian })).toEqual(values);
    });
  }

  it("integers of 32 bits, big-endian, with differences", async () => {
    const bytes = Buffer.alloc(12);
    for (const [i, difference] of [-5, 2 ** 30, 7].entries()) bytes.writeInt32BE(difference, i * 4);
    const fields = { [TAG.sampleFormat]: short(2), [TAG.predictor]: short(2) };
    const page = { ...grey, width: 3, height: 1, bitsPerSample: 32, segments: [bytes], fields };
    expect(await read(page, { isBigEndian: true })).toEqual([-5, 2 ** 30 - 5, 2 ** 30 + 2]);
  });

  for (const bits of [8, 16]) {
    it(`JPEG 2000 of ${bits} bits`, async () => {
      const samples = bits === 8 ? new Uint8Array(64 * 64) : new Uint16Array(64 * 64);
      for (let i = 0; i < samples.length; i++) samples[i] = i * 13;
      const tile = await encodeJpeg2000({ width: 64, height: 64, channels: 1, bits, samples });
      const page = {
        ...grey,
        width: 64,
        height: 50,
        bitsPerSample: bits,
        compression: 34_712,
        tile: { width: 64, height: 64 },
        segments: [tile],
      };
      expect(await read(page)).toEqual([...samples.subarray(0, 64 * 50)]);
    });
  }

  it("tiles of JPEG 2000 at the edge can be cropped to the image", async () => {
    const samplesOf = (length: number, from: number) => Uint8Array.from({ length }, (_, i) => from + i * 7);
    const [inner, edge] = [samplesOf(64 * 64, 1), samplesOf(40 * 50, 2)];
    const segments = await Promise.all([
      encodeJpeg2000({ width: 64, height: 64, channels: 1, samples: inner }),
      encodeJpeg2000({ width: 40, height: 50, channels: 1, samples: edge }),
    ]);
    const page = { ...grey, width: 104, height: 50, compression: 34_712, tile: { width: 64, height: 64 }, segments };
    const rows = Array.from({ length: 50 }, (_, y) => [
      ...inner.subarray(y * 64, y * 64 + 64),
      ...edge.subarray(y * 40, y * 40 + 40),
    ]);
    expect(await read(page)).toEqual(rows.flat());
  });

  it("a tile of JPEG 2000 that is smaller, or has more bits, than stated in the file is damaged", async () => {
    const tile = await encodeJpeg2000({ width: 32, height: 64, channels: 1, samples: new Uint8Array(32 * 64) });
    const page = {
      ...grey,
      width: 64,
      height: 64,
      compression: 34_712,
      tile: { width: 64, height: 64 },
      segments: [tile],
    };
    await expect(read(page)).rejects.toMatchObject({ name: "SlideFileError", reason: "damaged" });
  });
});

describe("parts of an image", () => {
  it("strips are read once from the top down, whatever the bands", async () => {
    const rows = Array.from({ length: 7 }, (_, row) => Buffer.from([row, row + 1, row + 2]));
    const segments = [Buffer.concat(rows.slice(0, 3)), Buffer.concat(rows.slice(3, 6)), rows[6]!];
    const page = { ...grey, width: 3, height: 7, rowsPerStrip: 3, segments };
    const expected = rows.flatMap((row) => [...row]);
    expect(await read(page)).toEqual(expected);
    expect(await read(page, { keepsSegment: true })).toEqual(expected);
  });

  it("a strip that is too short is damaged", async () => {
    const page = { ...grey, width: 3, height: 2, segments: [Buffer.from([1, 2, 3, 4, 5])] };
    await expect(read(page)).rejects.toMatchObject({ reason: "damaged" });
  });

  it("strips of gigabytes are rejected before memory is allocated", async () => {
    const page = { ...grey, width: 2 ** 17, height: 2 ** 12, compression: 8, segments: [Buffer.from("x")] };
    const file = await FileBytes.open(await fileOf(buildTiff({ pages: [page] })));
    opened.push(file);
    const pieces = new BlockCache(file);
    const tiff = await readTiff(file, pieces);
    const reader = new PlaneReader({ file, pieces, isLittleEndian: true }, planeOf(tiff.pages[0]!, 0));
    const reading = reader.readRegion({ left: 0, top: 4000, width: 10, height: 1 });
    await expect(reading).rejects.toMatchObject({
      reason: "tooLarge",
      message: expect.stringMatching(/Save it as a tiled/),
    });
  });
});
