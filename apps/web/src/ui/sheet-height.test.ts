import { expect, it } from "vitest";
import { nearestSheetHeight, type SheetHeight, steppedSheetHeight } from "./sheet-height.ts";

const cases: [heightPx: number, windowPx: number, SheetHeight][] = [
  [0, 800, "peek"],
  [159, 800, "peek"],
  [160, 800, "half"],
  [439, 800, "half"],
  [440, 800, "full"],
  [800, 800, "full"],
];
for (const [heightPx, windowPx, expected] of cases)
  it(`released at ${heightPx} of ${windowPx} px: ${expected}`, () =>
    expect(nearestSheetHeight(heightPx, windowPx)).toBe(expected));

it("steps end at the last height", () => {
  expect((["peek", "half", "full"] as const).map((height) => steppedSheetHeight(height, 1))).toEqual([
    "half",
    "full",
    "full",
  ]);
  expect((["peek", "half", "full"] as const).map((height) => steppedSheetHeight(height, -1))).toEqual([
    "peek",
    "peek",
    "half",
  ]);
});
