import { describe, expect, it } from "vitest";
import {
  COLOUR_VALUE_NAMES,
  COLOUR_VALUES,
  type ColourAdjustment,
  colourWithinLimits,
  cssFilterOf,
  formatColour,
  isNeutral,
  NEUTRAL_COLOUR,
  parseColour,
} from "./colour-adjustment.ts";

const adjusted = (change: Partial<ColourAdjustment>): ColourAdjustment => ({ ...NEUTRAL_COLOUR, ...change });

it("starts with brightness, contrast and saturation 100, invert and hue rotation 0", () =>
  expect(NEUTRAL_COLOUR).toEqual({ brightness: 100, contrast: 100, saturation: 100, hueRotation: 0, invert: 0 }));

it("is applied in the order brightness, contrast, saturation, hue, invert", () => {
  const all = { brightness: 110, contrast: 90, saturation: 130, hueRotation: -40, invert: 100 };
  expect(cssFilterOf(all)).toBe("brightness(110%) contrast(90%) saturate(130%) hue-rotate(-40deg) invert(100%)");
});

describe("as a CSS filter", () => {
  const cases: [change: Partial<ColourAdjustment>, filter: string][] = [
    [{}, "none"],
    [{ brightness: 0 }, "brightness(0%)"],
    [{ contrast: 200 }, "contrast(200%)"],
    [{ hueRotation: 90, invert: 100 }, "hue-rotate(90deg) invert(100%)"],
  ];
  for (const [change, filter] of cases)
    it(`${JSON.stringify(change)}: ${filter}`, () => expect(cssFilterOf(adjusted(change))).toBe(filter));
});

describe("neutral adjustment", () => {
  it("the default", () => expect(isNeutral({ ...NEUTRAL_COLOUR })).toBe(true));
  for (const name of COLOUR_VALUE_NAMES)
    it(`not with another ${name}`, () => expect(isNeutral(adjusted({ [name]: COLOUR_VALUES[name].max }))).toBe(false));
});

describe("within limits", () => {
  const cases: [change: Partial<ColourAdjustment>, expected: Partial<ColourAdjustment>][] = [
    [{ brightness: -1 }, { brightness: 0 }],
    [{ brightness: 201 }, { brightness: 200 }],
    [{ hueRotation: -181 }, { hueRotation: -180 }],
    [{ hueRotation: 181 }, { hueRotation: 180 }],
    [{ invert: 101 }, { invert: 100 }],
    [{ contrast: 99.6 }, { contrast: 100 }],
    [{ saturation: Number.NaN }, { saturation: 100 }],
  ];
  for (const [change, expected] of cases)
    it(`${Object.entries(change)} becomes ${Object.entries(expected)}`, () =>
      expect(colourWithinLimits(adjusted(change))).toEqual(adjusted(expected)));
});

describe("in a URL", () => {
  it("is five numbers in their order", () =>
    expect(formatColour(adjusted({ brightness: 110, contrast: 90 }))).toBe("110,90,100,0,0"));
  it("is restored unchanged", () => {
    const all = { brightness: 0, contrast: 200, saturation: 37, hueRotation: -180, invert: 100 };
    expect(parseColour(formatColour(all))).toEqual(all);
  });
  for (const text of [
    "",
    "100",
    "100,100,100,0",
    "201,100,100,0,0",
    "100,100,100,181,0",
    "a,100,100,0,0",
    "1e2,1,1,1,1",
  ])
    it(`"${text}" is invalid`, () => expect(parseColour(text)).toBeNull());
});
