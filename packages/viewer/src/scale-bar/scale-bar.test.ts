import { describe, expect, it } from "vitest";
import { formatPlace } from "./instruments.ts";
import { formatScaleBar, SCALE_BAR_MAX_PX, scaleBarFor, umPerScreenPx } from "./scale-bar.ts";

const SQUARE = { x: 0.25, y: 0.25 };
const OBLONG = { x: 0.5, y: 0.25 };

const spans: [string, { x: number; y: number }, number, number, number][] = [
  ["square pixels", SQUARE, 4, 0, 1],
  ["square pixels, rotated by 45°", SQUARE, 4, 45, 1],
  ["oblong pixels", OBLONG, 2, 0, 1],
  ["non-square pixels, rotated by 90°", OBLONG, 2, 90, 0.5],
  ["non-square pixels, rotated by 180°", OBLONG, 2, 180, 1],
  ["non-square pixels, rotated by 45°", OBLONG, 2, 45, 2 * Math.sqrt((0.25 + 0.0625) / 2)],
];
describe("µm per screen pixel", () => {
  for (const [name, pixel, resolution, rotationDeg, expected] of spans) {
    it(name, () => expect(umPerScreenPx(pixel, resolution, rotationDeg)).toBeCloseTo(expected, 12));
  }
});

const bars: [umPerPx: number, text: string, lengthPx: number][] = [
  [0.1125, "10 µm", 88.889],
  [0.25, "20 µm", 80],
  [0.5, "50 µm", 100],
  [1, "100 µm", 100],
  [4 / 3, "200 µm", 150],
  [1.4, "200 µm", 142.857],
  [3.4, "500 µm", 147.059],
  [6.6, "500 µm", 75.758],
  [1000 / 150, "1 mm", 150],
  [7, "1 mm", 142.857],
  [40, "5 mm", 125],
  [0.001, "0.1 µm", 100],
];
describe("the scale bar", () => {
  for (const [umPerPx, text, lengthPx] of bars) {
    it(`at ${umPerPx} µm per px: ${text}`, () => {
      const bar = scaleBarFor(umPerPx);
      expect(formatScaleBar(bar, "en").replace("\u202f", " ")).toBe(text);
      expect(bar.lengthPx).toBeCloseTo(lengthPx, 2);
    });
  }

  it("is always 1, 2 or 5 times a power of ten, and fills at least two fifths of its space", () => {
    for (let umPerPx = 0.001; umPerPx < 1000; umPerPx *= 1.07) {
      const { lengthPx, value } = scaleBarFor(umPerPx);
      expect(lengthPx).toBeLessThanOrEqual(SCALE_BAR_MAX_PX * (1 + 1e-6));
      expect(lengthPx).toBeGreaterThanOrEqual(SCALE_BAR_MAX_PX * 0.4 - 1e-6);
      expect([1, 2, 5]).toContain(Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9)));
    }
  });

  it("shows its length in the numerals of the language", () => {
    expect(formatScaleBar({ lengthPx: 100, value: 0.5, unit: "mm" }, "de")).toBe("0,5\u202fmm");
  });
});

describe("the pointer position", () => {
  const places: [string, Parameters<typeof formatPlace>[0], string][] = [
    ["without a pixel size in px", { point: [100.4, 20.6], um: null }, "100 · 21 px"],
    ["in µm", { point: [0, 0], um: [1234.4, 802] }, "1,234 · 802 µm"],
    ["in mm from 10 mm on", { point: [0, 0], um: [12_431, 802] }, "12.431 · 0.802 mm"],
  ];
  for (const [name, place, text] of places) {
    it(name, () => expect(formatPlace(place, "en").replaceAll(/[\u2009\u202f]/g, " ")).toBe(text));
  }
});
