import { expect, it } from "vitest";
import { nearestZoomLevel, PDF_ZOOM_LEVELS_PERCENT, stepZoom } from "./pdf-zoom.ts";

it("steps through all 16 levels up and down, and stops at the ends", () => {
  const up = [25];
  for (let at = 0; at < 20; at += 1) up.push(stepZoom(up.at(-1) ?? 0, 1));
  expect([...new Set(up)]).toEqual([...PDF_ZOOM_LEVELS_PERCENT]);
  const down = [500];
  for (let at = 0; at < 20; at += 1) down.push(stepZoom(down.at(-1) ?? 0, -1));
  expect([...new Set(down)]).toEqual(PDF_ZOOM_LEVELS_PERCENT.toReversed());
});

it.each([
  [71, 75],
  [100, 100],
  [140, 150],
  [1, 25],
  [9_999, 500],
])("%s % is nearest to level %s", (percent, level) => expect(nearestZoomLevel(percent)).toBe(level));
