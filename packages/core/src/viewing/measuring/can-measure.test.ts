import { describe, expect, it } from "vitest";
import { canMeasure } from "./can-measure.ts";

describe("measuring requires a pixel size, a visible scale bar and no bound slides", () => {
  const cases: [hasPixelSize: boolean, isScaleBarShown: boolean, isBound: boolean, expected: boolean][] = [
    [true, true, false, true],
    [false, true, false, false],
    [true, false, false, false],
    [true, true, true, false],
    [false, false, true, false],
  ];
  for (const [hasPixelSize, isScaleBarShown, isBound, expected] of cases) {
    it(`pixel size ${hasPixelSize}, scale bar ${isScaleBarShown}, bound ${isBound}: ${expected}`, () => {
      expect(canMeasure({ hasPixelSize, isScaleBarShown, isBound })).toBe(expected);
    });
  }
});
