import { describe, expect, it } from "vitest";
import { leanDegOf, normaliseRotationDeg, rotatedBySteps, rotatedSize } from "./rotation.ts";

describe("rotation", () => {
  const normalised: [number, number][] = [
    [0, 0],
    [45, 45],
    [360, 0],
    [-45, 315],
    [-360, 0],
    [50, 45],
    [22.5, 45],
    [22.4, 0],
    [359, 0],
    [765, 45],
  ];
  for (const [given, expected] of normalised) {
    it(`${given} is ${expected}`, () => expect(normaliseRotationDeg(given)).toBe(expected));
  }
  const stepped: [number, number, number][] = [
    [0, 1, 45],
    [0, -1, 315],
    [315, 1, 0],
    [90, 3, 225],
  ];
  for (const [from, steps, expected] of stepped) {
    it(`${from} and ${steps} steps is ${expected}`, () => expect(rotatedBySteps(from, steps)).toBe(expected));
  }
  const leaning: [number, number][] = [
    [0, 0],
    [50, 5],
    [-50, -5],
    [357, -3],
    [45, 0],
    [20, 20],
  ];
  for (const [given, expected] of leaning) {
    it(`${given} deviates by ${expected} from its step`, () => expect(leanDegOf(given)).toBe(expected));
  }
  it("a rectangle rotated by 90° swaps its sides, by 45° needs more space", () => {
    const [width, height] = rotatedSize(30, 20, 90);
    expect([width, height]).toEqual([expect.closeTo(20, 9), expect.closeTo(30, 9)]);
    expect(rotatedSize(30, 20, 45)[0]).toBeCloseTo(50 / Math.SQRT2, 9);
  });
});
