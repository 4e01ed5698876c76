import { describe, expect, it } from "vitest";
import { checkPlane, openingPlaneOf, planeCountOf, type SlidePlanes } from "./slide-source.ts";

const planes: SlidePlanes = { channels: [], sampleBits: 8, depths: 1, depthSpacingUm: null, times: 1 };
const channel = { name: "a", colour: "#ffffff", window: { min: 0, max: 255 } };

describe("a slide opens at its middle depth, as in the viewer", () => {
  for (const [depths, expected] of [
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
    [5, 2],
  ] as const) {
    it(`${depths}: ${expected}`, () => {
      const several = { ...planes, depths, times: 7 };
      expect(openingPlaneOf(several)).toEqual({ channel: 0, depth: expected, time: 0 });
      expect(() => checkPlane({ planes: several }, openingPlaneOf(several))).not.toThrow();
    });
  }

  it("one image in colour has a single plane", () =>
    expect(openingPlaneOf(null)).toEqual({ channel: 0, depth: 0, time: 0 }));
});

it("counts planes: channels, or one in colour, at each depth and time", () => {
  expect(planeCountOf(null)).toBe(1);
  expect(planeCountOf({ ...planes, depths: 3, times: 2 })).toBe(6);
  expect(planeCountOf({ ...planes, channels: [channel, channel], depths: 3, times: 2 })).toBe(12);
});
