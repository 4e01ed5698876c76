import { describe, expect, it } from "vitest";
import {
  formatMagnification,
  magnificationAt,
  nativeMagnification,
  resolutionOfMagnification,
} from "./magnification.ts";

const pixel = (um: number) => ({ x: um, y: um });

describe("magnification at full resolution", () => {
  const cases: [string, number | null, { x: number; y: number } | null, number | null][] = [
    ["the objective, if stated", 40, pixel(0.23), 40],
    ["estimated from 0.25 µm", null, pixel(0.25), 40],
    ["estimated from 0.5 µm", null, pixel(0.5), 20],
    ["an objective of 0 is ignored", 0, pixel(0.5), 20],
    ["unknown", null, null, null],
  ];
  for (const [name, objectivePower, pixelSizeUm, expected] of cases) {
    it(name, () => expect(nativeMagnification({ objectivePower, pixelSizeUm })).toBe(expected));
  }
});

describe("magnification on the screen", () => {
  const facts = { objectivePower: 40, pixelSizeUm: pixel(0.25) };
  it("halves when the resolution doubles", () => {
    expect(magnificationAt(facts, 1).magnification).toBe(40);
    expect(magnificationAt(facts, 2).magnification).toBe(20);
    expect(magnificationAt(facts, 0.5).magnification).toBe(80);
  });
  it("exceeds the slide's own from just under one slide pixel per screen pixel", () => {
    expect(magnificationAt(facts, 1).isBeyondNative).toBe(false);
    expect(magnificationAt(facts, 1 - 1e-9).isBeyondNative).toBe(false);
    expect(magnificationAt(facts, 0.99).isBeyondNative).toBe(true);
  });
  it("converts back to the resolution of an objective", () => {
    expect(resolutionOfMagnification(facts, 10)).toBe(4);
    expect(resolutionOfMagnification({ objectivePower: null, pixelSizeUm: null }, 10)).toBeNull();
  });
  it("is shortened when large, and marked when estimated", () => {
    expect(formatMagnification(magnificationAt(facts, 2), "en")).toBe("20×");
    expect(formatMagnification(magnificationAt(facts, 3), "en")).toBe("13.3×");
    expect(formatMagnification(magnificationAt(facts, 64), "de")).toBe("0,63×");
    expect(formatMagnification(magnificationAt({ ...facts, objectivePower: null }, 1), "en")).toBe("≈\u200940×");
    expect(formatMagnification(magnificationAt({ objectivePower: null, pixelSizeUm: null }, 1), "en")).toBeNull();
  });
});
