import { describe, expect, it } from "vitest";
import { type ColourAdjustment, NEUTRAL_COLOUR } from "../../content/item/colour-adjustment.ts";
import { applyToPixel, type Rgb } from "./apply-colour.ts";

const PIXELS: readonly Rgb[] = [
  [200, 120, 170],
  [30, 60, 90],
  [255, 255, 255],
  [0, 0, 0],
  [128, 128, 128],
  [12, 240, 99],
  [150, 100, 60],
];

/** Output of Chromium 156 for these pixels with `context.filter` on a canvas, in the order of `PIXELS`. */
// biome-ignore format: a table
const reference: [change: Partial<ColourAdjustment>, expected: readonly Rgb[]][] = [
  [{ brightness: 150 }, [[255, 180, 255], [45, 90, 135], [255, 255, 255], [0, 0, 0], [192, 192, 192], [18, 255, 148], [225, 150, 90]]],
  [{ brightness: 50 }, [[100, 60, 85], [15, 30, 45], [127, 127, 127], [0, 0, 0], [64, 64, 64], [6, 120, 49], [75, 50, 30]]],
  [{ contrast: 200 }, [[255, 112, 212], [0, 0, 52], [255, 255, 255], [0, 0, 0], [128, 128, 128], [0, 255, 70], [172, 72, 0]]],
  [{ contrast: 40 }, [[156, 124, 144], [88, 100, 112], [178, 178, 178], [76, 76, 76], [127, 127, 127], [81, 172, 116], [136, 116, 100]]],
  [{ saturation: 0 }, [[141, 141, 141], [56, 56, 56], [255, 255, 255], [0, 0, 0], [128, 128, 128], [181, 181, 181], [108, 108, 108]]],
  [{ saturation: 200 }, [[255, 99, 199], [4, 64, 124], [255, 255, 255], [0, 0, 0], [128, 128, 128], [0, 255, 17], [192, 92, 12]]],
  [{ hueRotation: 90 }, [[170, 138, 81], [90, 43, 82], [255, 255, 255], [0, 0, 0], [128, 128, 128], [99, 189, 255], [60, 126, 66]]],
  [{ hueRotation: -135 }, [[78, 157, 162], [50, 62, 13], [255, 255, 255], [0, 0, 0], [128, 128, 128], [255, 135, 120], [112, 100, 171]]],
  [{ invert: 100 }, [[55, 135, 85], [225, 195, 164], [0, 0, 0], [255, 255, 255], [127, 127, 127], [243, 15, 156], [105, 155, 195]]],
  [{ brightness: 110, contrast: 90, saturation: 130, hueRotation: -40, invert: 100 }, [[70, 121, 24], [241, 173, 176], [13, 13, 13], [243, 243, 243], [117, 117, 117], [145, 23, 255], [55, 159, 147]]],
  [{ brightness: 130, contrast: 170, saturation: 60, hueRotation: 60 }, [[245, 185, 185], [63, 27, 79], [255, 255, 255], [0, 0, 0], [192, 192, 192], [101, 210, 255], [122, 164, 68]]],
];

const offBy = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, at) => Math.abs(value - (other[at] as number))));

describe("pixels match the browser's filter within 1, and within 2 for several filters in a row", () => {
  for (const [change, expected] of reference) {
    it(JSON.stringify(change), () => {
      const adjustment = { ...NEUTRAL_COLOUR, ...change };
      for (const [at, pixel] of PIXELS.entries()) {
        const off = offBy(applyToPixel(pixel, adjustment), expected[at] as Rgb);
        expect(off, `${pixel}`).toBeLessThanOrEqual(Object.keys(change).length > 1 ? 2 : 1);
      }
    });
  }
});

it("a neutral adjustment leaves each pixel unchanged", () => {
  for (const pixel of PIXELS) expect(applyToPixel(pixel, NEUTRAL_COLOUR)).toEqual(pixel);
});
