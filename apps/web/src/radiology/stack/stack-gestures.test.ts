import { describe, expect, it } from "vitest";
import { pxPerPicture, wheelSteps } from "./stack-gestures.ts";

describe("a turn of the wheel", () => {
  const cases: [delta: number, rest: number, steps: number, left: number][] = [
    [100, 0, 1, 0],
    [-120, 0, -1, 0],
    [480, 25, 1, 0],
    [10, 0, 0, 10],
    [10, 25, 1, 5],
    [-10, -25, -1, -5],
    [-10, 25, 0, -10],
  ];
  for (const [delta, rest, steps, left] of cases) {
    it(`of ${delta} px after ${rest} px is ${steps} pictures on`, () => {
      expect(wheelSteps(delta, rest)).toEqual({ steps, restPx: left });
    });
  }
});

describe("a drag through the stack", () => {
  it("over the whole height goes through all pictures", () => expect(pxPerPicture(500, 50)).toBe(10));
  it("is neither nervous nor slow", () => {
    expect(pxPerPicture(500, 1000)).toBe(3);
    expect(pxPerPicture(500, 3)).toBe(24);
  });
});
