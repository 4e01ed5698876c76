import { describe, expect, it } from "vitest";
import { CT_WINDOW_NAMES, CT_WINDOWS, draggedWindow, rangeOfWindow, windowOfRange } from "./pixel-window.ts";

describe("the window of an image", () => {
  it("of 256 around 128 shows 0 black and 255 white", () => {
    expect(rangeOfWindow({ center: 128, width: 256 })).toEqual({ lower: 0, upper: 255 });
  });

  for (const name of CT_WINDOW_NAMES) {
    it(`${name} is unchanged after a round trip`, () => {
      expect(windowOfRange(rangeOfWindow(CT_WINDOWS[name]))).toEqual(CT_WINDOWS[name]);
    });
  }

  it("is never narrower than one value", () => expect(windowOfRange({ lower: 7, upper: 7 }).width).toBe(1));

  const before = { center: 50, width: 400 };
  it("gets wider by a drag to the right and narrower by one to the left", () => {
    expect(draggedWindow(before, 0.1, 0).width).toBeGreaterThan(400);
    expect(draggedWindow(before, -0.1, 0).width).toBeLessThan(400);
    expect(draggedWindow(before, 0.1, 0).center).toBe(50);
  });

  it("gets darker by a drag down", () => expect(draggedWindow(before, 0, 0.1).center).toBe(90));
  it("is restored by the opposite drag", () => {
    const there = draggedWindow(before, 0.3, 0);
    expect(draggedWindow(there, -0.3, 0).width).toBeCloseTo(400, 6);
  });
  it("never vanishes, however long the drag", () => expect(draggedWindow(before, -50, 0).width).toBe(1));
});
