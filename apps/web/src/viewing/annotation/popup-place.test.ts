import { describe, expect, it } from "vitest";
import { popupPlaceFor, type ScreenBox } from "./popup-place.ts";

const ROOM: ScreenBox = { left: 72, top: 12, right: 988, bottom: 588 };
const POPUP = { width: 320, height: 200 };
const box = (left: number, top: number, right: number, bottom: number): ScreenBox => ({ left, top, right, bottom });

describe("a popup is placed", () => {
  const cases: [string, ScreenBox, left: number, top: number][] = [
    ["to the right of its shape", box(300, 250, 400, 350), 416, 200],
    ["to its left if there is no space on the right", box(600, 250, 800, 350), 264, 200],
    ["inside the view beside a shape at its lower edge", box(300, 560, 400, 600), 416, 388],
    ["below a broad shape", box(100, 50, 950, 300), 365, 316],
    ["above a broad shape at the bottom", box(100, 300, 950, 560), 365, 84],
  ];
  for (const [where, shape, left, top] of cases)
    it(where, () => expect(popupPlaceFor(shape, POPUP, ROOM)).toMatchObject({ left, top, maxHeight: 200 }));

  it("with a reduced height if no side has enough space", () => {
    expect(popupPlaceFor(box(100, 12, 950, 420), POPUP, ROOM)).toEqual({ left: 365, top: 436, maxHeight: 152 });
  });

  it("within the view if a shape fills it", () => {
    const { left, top } = popupPlaceFor(box(-500, -500, 2000, 2000), POPUP, ROOM);
    expect([left >= ROOM.left, left + 320 <= ROOM.right, top >= ROOM.top, top + 200 <= ROOM.bottom]).not.toContain(
      false,
    );
  });
});

it("never over a shape with space on a side, and never outside the view", () => {
  for (let x = 0; x <= 900; x += 60)
    for (let y = 0; y <= 560; y += 40) {
      const { left, top, maxHeight } = popupPlaceFor(box(x, y, x + 90, y + 60), POPUP, ROOM);
      const isBeside = left + 320 <= x || left >= x + 90 || top + maxHeight <= y || top >= y + 60;
      const isInside = left >= 72 && left + 320 <= 988 && top >= 12 && top + maxHeight <= 588;
      expect([x, y, isBeside, isInside]).toEqual([x, y, true, true]);
    }
});
