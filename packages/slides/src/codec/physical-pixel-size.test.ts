import { describe, expect, it } from "vitest";
import { physicalPixelSize } from "./physical-pixel-size.ts";

const perMm = (dpi: number) => dpi / 25.4;

const cases: [what: string, x: number, y: number, sizeUm: [number, number] | null][] = [
  ["0.25 µm", 4000, 4000, [0.25, 0.25]],
  ["0.499 µm as a 32-bit float", Math.fround(1000 / 0.499), Math.fround(1000 / 0.499), [0.499, 0.499]],
  ["pixels that are not square", 4000, 2000, [0.25, 0.5]],
  ["72 dpi", perMm(72), perMm(72), null],
  ["96 dpi", perMm(96), perMm(96), null],
  ["300 dpi", perMm(300), perMm(300), null],
  ["1200 dpi", perMm(1200), perMm(1200), null],
  ["exactly 10 µm", 100, 100, [10, 10]],
  ["none stated", 0, 0, null],
  ["absurdly fine", 1e6, 1e6, null],
  ["one axis only", 4000, 0, null],
];

describe("physicalPixelSize", () => {
  for (const [what, x, y, sizeUm] of cases) {
    it(`${what}: ${sizeUm ? sizeUm.join(" x ") : "no pixel size"}`, () => {
      expect(physicalPixelSize({ x, y })).toEqual(sizeUm && { x: sizeUm[0], y: sizeUm[1] });
    });
  }
});
