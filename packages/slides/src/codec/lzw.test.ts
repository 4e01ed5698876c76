import { describe, expect, it } from "vitest";
import { SlideFileError } from "../slide-source.ts";
import { decompressLzw } from "./lzw.ts";

/** Packs codes of 9 bits, as they are at the start of a stream. */
function packCodes(codes: readonly number[]): Buffer {
  const bits = codes.map((code) => code.toString(2).padStart(9, "0")).join("");
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

describe("decompressLzw", () => {
  it("the example of TIFF 6.0, section 13", () => {
    const codes = [256, 7, 258, 8, 8, 258, 6, 6, 257];
    expect([...decompressLzw(packCodes(codes), 9)]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6]);
  });

  it("a code that is used before it is complete", () => {
    expect([...decompressLzw(packCodes([256, 5, 258, 259, 257]), 6)]).toEqual([5, 5, 5, 5, 5, 5]);
  });

  const damaged: [what: string, codes: readonly number[], expectedBytes: number][] = [
    ["a stream that ends too early", [256, 5], 4],
    ["an end code too early", [256, 5, 257], 4],
    ["an undefined code", [256, 5, 300], 4],
    ["an invalid first code", [256, 258], 4],
  ];
  for (const [what, codes, expectedBytes] of damaged) {
    it(`${what} is damaged`, () => {
      expect(() => decompressLzw(packCodes(codes), expectedBytes)).toThrow(SlideFileError);
    });
  }
});
