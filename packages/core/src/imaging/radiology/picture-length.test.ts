import { describe, expect, it } from "vitest";
import { type PicturePoint, type PixelSpacingMm, pictureLengthMm } from "./picture-length.ts";

describe("a length in an image", () => {
  const cases: [from: PicturePoint, to: PicturePoint, spacing: PixelSpacingMm | null, mm: number | null][] = [
    [[0, 0], [10, 0], [0.5, 0.25], 2.5],
    [[0, 0], [0, 10], [0.5, 0.25], 5],
    [[1, 1], [4, 5], [1, 1], 5],
    [[4, 5], [1, 1], [1, 1], 5],
    [[2, 2], [2, 2], [1, 1], 0],
    [[0, 0], [10, 0], null, null],
  ];
  for (const [from, to, spacing, mm] of cases) {
    it(`from ${from} to ${to} with pixels of ${spacing ?? "unknown"} mm is ${mm}`, () => {
      expect(pictureLengthMm(from, to, spacing)).toBe(mm);
    });
  }
});
