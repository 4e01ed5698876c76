import { describe, expect, it } from "vitest";
import { fitResolution } from "./fit.ts";

const VIEW = { width: 1048, height: 648 };
describe("fitting a box into the view", () => {
  const cases: [string, number, number, number, number][] = [
    ["a wide box by its width", 10_000, 1000, 0, 10],
    ["a tall box by its height", 1000, 6000, 0, 10],
    ["a wide box, rotated by 90°, by its height on the screen", 6000, 1000, 90, 10],
    ["a small box is enlarged", 100, 60, 0, 0.1],
  ];
  for (const [name, width, height, rotationDeg, expected] of cases) {
    it(name, () => expect(fitResolution({ width, height }, rotationDeg, VIEW)).toBeCloseTo(expected, 9));
  }
  it("leaves most of the space to a small view", () => {
    expect(fitResolution({ width: 800, height: 8 }, 0, { width: 100, height: 100 })).toBeCloseTo(10, 9);
  });
  it("a point has a resolution above 0", () => {
    expect(fitResolution({ width: 0, height: 0 }, 0, VIEW)).toBeGreaterThan(0);
  });
});
