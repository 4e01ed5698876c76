import { describe, expect, it } from "vitest";
import { SlideFileError } from "../slide-source.ts";
import { unpackBits } from "./pack-bits.ts";

describe("unpackBits", () => {
  it("unpacks the example of Apple's Technical Note 1023", () => {
    const packed = Buffer.from("feaa0280002afdaa0380002a22f7aa", "hex");
    const unpacked = "aaaaaa80002aaaaaaaaa80002a22aaaaaaaaaaaaaaaaaaaa";
    expect(unpackBits(packed, unpacked.length / 2).toString("hex")).toBe(unpacked);
  });

  it("skips the no-op header, and omits bytes beyond the requested length", () => {
    expect([...unpackBits(Buffer.from([128, 0xff, 7, 5, 1, 2, 3, 4, 5, 6]), 4)]).toEqual([7, 7, 1, 2]);
  });

  for (const [what, packed] of [
    ["nothing", []],
    ["only a header", [5]],
    ["a truncated run", [5, 1, 2]],
    ["no-op headers", [128, 128]],
  ] as const) {
    it(`${what} is damaged`, () => {
      expect(() => unpackBits(Buffer.from(packed), 6)).toThrow(SlideFileError);
    });
  }
});
