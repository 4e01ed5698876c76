import { describe, expect, it } from "vitest";
import { type ColourAdjustment, NEUTRAL_COLOUR } from "../../content/item/colour-adjustment.ts";
import { applyToPixel, type Rgb } from "./apply-colour.ts";
import { createColourPainter } from "./colour-painter.ts";

/** All combinations of the three channels in steps of 17. */
const LIGHTS = Array.from({ length: 16 }, (_unused, step) => step * 17);
const PIXELS: readonly Rgb[] = LIGHTS.flatMap((red) =>
  LIGHTS.flatMap((green) => LIGHTS.map((blue): Rgb => [red, green, blue])),
);
const ALPHA = 77;
const pictureOf = (pixels: readonly Rgb[]) => Uint8ClampedArray.from(pixels.flatMap((pixel) => [...pixel, ALPHA]));

describe("an image is painted by applying the rule to each pixel, within 1", () => {
  const changes: Partial<ColourAdjustment>[] = [
    { brightness: 0 },
    { brightness: 37 },
    { contrast: 0 },
    { brightness: 163, contrast: 181 },
    { brightness: 60, contrast: 140, invert: 100 },
    { invert: 50 },
    { invert: 100 },
    { saturation: 0 },
    { saturation: 200 },
    { hueRotation: 90 },
    { hueRotation: -180 },
    { saturation: 170, invert: 100 },
    { saturation: 200, hueRotation: 120 },
    { brightness: 110, contrast: 90, saturation: 130, hueRotation: -40, invert: 100 },
    { brightness: 190, contrast: 200, saturation: 200, hueRotation: 67, invert: 30 },
  ];
  for (const change of changes)
    it(JSON.stringify(change), () => {
      const adjustment = { ...NEUTRAL_COLOUR, ...change };
      const painted = new Uint8ClampedArray(PIXELS.length * 4);
      createColourPainter(adjustment)?.paint(pictureOf(PIXELS), painted);
      let worst = 0;
      for (const [at, pixel] of PIXELS.entries())
        for (const [axis, light] of applyToPixel(pixel, adjustment).entries())
          worst = Math.max(worst, Math.abs((painted[at * 4 + axis] as number) - light));
      expect(worst).toBeLessThanOrEqual(1);
    });
});

it("brightness, contrast and inversion alone match the rule exactly", () => {
  const adjustment = { ...NEUTRAL_COLOUR, brightness: 130, contrast: 70, invert: 100 };
  const picture = pictureOf(PIXELS);
  createColourPainter(adjustment)?.paint(picture, picture);
  expect([...picture]).toEqual(PIXELS.flatMap((pixel) => [...applyToPixel(pixel, adjustment), ALPHA]));
});

it("transparent pixels stay transparent, and the source image is unchanged", () => {
  const from = Uint8ClampedArray.from([10, 20, 30, 0, 200, 100, 50, 255]);
  const to = new Uint8ClampedArray(8);
  createColourPainter({ ...NEUTRAL_COLOUR, saturation: 20, invert: 100 })?.paint(from, to);
  expect([to[3], to[7], [...from]]).toEqual([0, 255, [10, 20, 30, 0, 200, 100, 50, 255]]);
});

it("a neutral adjustment paints nothing", () => expect(createColourPainter(NEUTRAL_COLOUR)).toBeNull());
