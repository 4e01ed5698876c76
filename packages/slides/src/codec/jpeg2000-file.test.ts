import { describe, expect, it } from "vitest";
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { boxOf, encodeJpeg2000, jp2Of } from "../testing/encode-samples.ts";
import { buildPicture } from "../testing/pictures.ts";
import { TILED_FILE, TILED_SIZE, TILED_STREAM, tiledSampleAt } from "../testing/tiled-jpeg-2000.ts";
import { Jpeg2000File } from "./jpeg2000-file.ts";

function inMemory(bytes: Buffer): RandomAccessBytes & { longestRead: number } {
  return {
    size: bytes.length,
    longestRead: 0,
    async read(position, length) {
      this.longestRead = Math.max(this.longestRead, length);
      return Buffer.from(bytes.subarray(position, position + length));
    },
    readInto: () => Promise.reject(new Error("not needed")),
  };
}

const { width, height } = TILED_SIZE;
const expected = Buffer.from(
  Array.from({ length: width * height }, (_, i) => tiledSampleAt(i % width, Math.floor(i / width))).flat(),
);

async function decodeWhole(bytes: Buffer): Promise<{ samples: Buffer; largestPiecePx: number }> {
  const picture = await Jpeg2000File.open(inMemory(bytes));
  const samples = Buffer.alloc(width * height * 3);
  let largestPiecePx = 0;
  for await (const { left, top, decoded } of picture.pieces()) {
    largestPiecePx = Math.max(largestPiecePx, decoded.width * decoded.height);
    for (let row = 0; row < decoded.height; row++) {
      const from = decoded.samples.subarray(row * decoded.width * 3, (row + 1) * decoded.width * 3);
      samples.set(from, ((top + row) * width + left) * 3);
    }
  }
  return { samples, largestPiecePx };
}

describe("a tiled image is decoded tile by tile, with identical samples", () => {
  for (const [name, bytes] of [
    ["a codestream", TILED_STREAM],
    ["a JP2 file whose image and tiles start within the grid", TILED_FILE],
  ] as const) {
    it(name, async () => {
      const { samples, largestPiecePx } = await decodeWhole(bytes);
      expect(samples.equals(expected)).toBe(true);
      expect(largestPiecePx).toBeLessThanOrEqual(40 * 36);
    });
  }
});

/** Start of the nth tile part. */
function tilePartAt(stream: Buffer, index: number): number {
  let at = stream.indexOf(Buffer.from("ff90000a", "hex"));
  for (let i = 0; i < index; i++) at += stream.readUInt32BE(at + 6);
  return at;
}

describe("an incomplete tiled image is rejected", () => {
  const cases: [what: string, reason: string, change: (stream: Buffer) => Buffer][] = [
    ["cut off in its last tile", "truncated", (stream) => stream.subarray(0, stream.length - 100)],
    ["cut off before its last tile", "damaged", (stream) => stream.subarray(0, tilePartAt(stream, 5))],
    [
      "with a tile outside the image",
      "damaged",
      (stream) => {
        stream.writeUInt16BE(77, tilePartAt(stream, 3) + 4);
        return stream;
      },
    ],
    [
      "with a tile part that has no length",
      "damaged",
      (stream) => {
        stream.writeUInt32BE(1, tilePartAt(stream, 3) + 6);
        return stream;
      },
    ],
    [
      "with a repeated tile instead of another",
      "damaged",
      (stream) => {
        stream.writeUInt16BE(0, tilePartAt(stream, 3) + 4);
        return stream;
      },
    ],
  ];
  for (const [what, reason, change] of cases) {
    it(what, async () => {
      await expect(decodeWhole(change(Buffer.from(TILED_STREAM)))).rejects.toMatchObject({ reason });
    });
  }
});

it("an untiled image that is too large to decode is rejected before its data is read", async () => {
  const stream = await encodeJpeg2000(buildPicture(16, 16), 0);
  for (const at of [8, 12, 24, 28]) stream.writeUInt32BE(20_000, at);
  await expect(Jpeg2000File.open(inMemory(stream))).rejects.toMatchObject({
    reason: "tooLarge",
    message: expect.stringContaining(
      "20000 x 20000 pixels is stored in one piece. The limit for decoding is 40 megapixels",
    ),
  });
});

it("boxes contain pixel size and profile, in any order", async () => {
  const picture = buildPicture(20, 10);
  const profile = Buffer.from([2, 0, 0, ...Buffer.from("an ICC profile")]);
  // 2,500,000 rows and 2,000,000 columns per metre, and half of each.
  const resolution = Buffer.alloc(10);
  [25, 1, 20, 1].forEach((value, index) => void resolution.writeUInt16BE(value, index * 2));
  resolution.set([5, 5], 8);
  const more = [boxOf("res ", boxOf("resc", resolution)), boxOf("uuid", Buffer.alloc(40)), boxOf("colr", profile)];
  const { boxes, header } = await Jpeg2000File.open(inMemory(jp2Of(await encodeJpeg2000(picture), picture, ...more)));
  expect(boxes.pixelsPerMm).toEqual({ x: 2000, y: 2500 });
  expect(Buffer.from(boxes.iccProfile!).toString()).toBe("an ICC profile");
  expect(header).toMatchObject({ width: 20, height: 10, tiles: 1, channels: 3, bits: 8 });
});
