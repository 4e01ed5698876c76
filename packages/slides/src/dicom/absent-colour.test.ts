import { describe, expect, it } from "vitest";
import { absentColourOf } from "./absent-colour.ts";

/** L 0 to 100, a and b -128 to 127, as encoded in DICOM. */
const stored = (lightness: number, a: number, b: number) =>
  [(lightness / 100) * 65_535, ((a + 128) / 255) * 65_535, ((b + 128) / 255) * 65_535].map(Math.round);

describe("absentColourOf", () => {
  // Source: CIELab of sRGB's corners for D50, B. Lindbloom's calculator.
  const cases: [what: string, lab: readonly number[] | null, rgb: readonly number[]][] = [
    ["nothing stated", null, [255, 255, 255]],
    ["white", stored(100, 0, 0), [255, 255, 255]],
    ["black", stored(0, 0, 0), [0, 0, 0]],
    ["middle grey", stored(53.585, 0, 0), [128, 128, 128]],
    ["sRGB red", stored(54.29, 80.81, 69.89), [255, 0, 0]],
    ["sRGB green", stored(87.82, -79.29, 80.99), [0, 255, 0]],
    ["a and b left at 0, as some writers do", [65_535, 0, 0], [255, 255, 255]],
    ["two numbers", [65_535, 32_896], [255, 255, 255]],
  ];
  for (const [what, lab, rgb] of cases) {
    it(`${what}: ${rgb}`, () => {
      for (const [i, sample] of absentColourOf(lab).entries())
        expect(Math.abs(sample - rgb[i]!)).toBeLessThanOrEqual(2);
    });
  }
});
