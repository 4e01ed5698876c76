import { expect, it } from "vitest";
import { SCALE_BAR_CORNER_PX, tagPlaceInView } from "./tag-place.ts";

const VIEW = { width: 800, height: 600 };
const block = (x: number, y: number) => ({ place: [x, y] as const, width: 100, height: 22, inset: [8, 11] as const });

const cases: [what: string, anchor: [number, number], place: [number, number], expected: [number, number]][] = [
  ["in the middle is unchanged", [300, 300], [318, 318], [318, 318]],
  ["at the right edge moves in", [790, 100], [798, 118], [704, 118]],
  ["at the upper left edge moves in", [0, 0], [-10, -10], [12, 15]],
  ["at the lower left edge moves up", [20, 599], [38, 617], [38, 585]],
  ["under the scale bar moves above it", [700, 590], [718, 608], [704, 533]],
  ["outside the view stays with its measurement", [900, 300], [918, 318], [918, 318]],
];
for (const [what, anchor, place, expected] of cases)
  it(`a value ${what}`, () => expect(tagPlaceInView(anchor, block(...place), VIEW)).toEqual(expected));

it("no value is in the scale bar's corner, whatever its position", () => {
  for (let x = 0; x <= VIEW.width; x += 20)
    for (let y = 0; y <= VIEW.height; y += 20) {
      const [left, top] = tagPlaceInView([x, y], block(x + 18, y + 18), VIEW);
      const isRight = left - 8 + 100 > VIEW.width - SCALE_BAR_CORNER_PX.width;
      const isLow = top - 11 + 22 > VIEW.height - SCALE_BAR_CORNER_PX.height;
      expect([x, y, isRight && isLow]).toEqual([x, y, false]);
    }
});
