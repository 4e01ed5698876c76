import { describe, expect, it } from "vitest";
import { packRle } from "../testing/pack-rle.ts";
import { buildPicture, seededRandom } from "../testing/pictures.ts";
import { unpackRle } from "./rle.ts";

describe("unpackRle", () => {
  it("three samples of a byte are interleaved", () => {
    const { samples } = buildPicture(31, 17);
    expect(unpackRle(packRle(samples, 3, 1), 31 * 17, 3, 1).equals(samples)).toBe(true);
  });

  it("the most significant of two bytes comes first", () => {
    const random = seededRandom(3);
    const words = Uint16Array.from({ length: 200 }, () => 65_536 * random());
    const bytes = Buffer.from(words.buffer);
    expect(unpackRle(packRle(bytes, 1, 2), 200, 1, 2).equals(bytes)).toBe(true);
  });

  it("a manual segment: a run, literals, a no-op byte", () => {
    const header = Buffer.alloc(64);
    header.writeUInt32LE(1, 0);
    header.writeUInt32LE(64, 4);
    const frame = Buffer.concat([header, Buffer.from([254, 9, 128, 1, 5, 6])]);
    expect([...unpackRle(frame, 5, 1, 1)]).toEqual([9, 9, 9, 5, 6]);
  });

  const good = packRle(buildPicture(16, 16).samples, 3, 1);
  const change = (at: number, value: number) => {
    const bytes = Buffer.from(good);
    bytes.writeUInt32LE(value, at);
    return bytes;
  };
  const damaged: [what: string, frame: Buffer][] = [
    ["shorter than its header", good.subarray(0, 40)],
    ["truncated in a segment", good.subarray(0, good.length - 9)],
    ["four segments for three samples", change(0, 4)],
    ["2^31 segments", change(0, 2 ** 31)],
    ["a segment within the header", change(4, 8)],
    ["a segment beyond the end", change(8, 2 ** 31)],
    ["segments in the wrong order", change(8, 2 ** 20)],
  ];
  for (const [what, frame] of damaged) {
    it(`${what}: damaged`, () => {
      expect(() => unpackRle(frame, 256, 3, 1)).toThrow(/^This file is damaged: /);
    });
  }
});
