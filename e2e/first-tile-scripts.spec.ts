// Slices: slide, viewer
import { join } from "node:path";
import { FIRST_TILE_SCRIPTS_MAX_BYTES, sumOfWeights, weighFirstTileScripts } from "../scripts/first-tile-scripts.ts";
import { expect, test } from "./testing/journey.ts";

test("whoever opens a slide by its address fetches less than 300 kB of JavaScript before the first tile", () => {
  const weights = weighFirstTileScripts(join(import.meta.dirname, "../apps/web/dist"));
  const largest = weights.slice(0, 12).map(({ path, bytes }) => `${(bytes / 1000).toFixed(1)} kB ${path}`);
  // The router, the viewer and what draws them: a count that found less would have followed the wrong imports.
  expect(sumOfWeights(weights)).toBeGreaterThan(FIRST_TILE_SCRIPTS_MAX_BYTES / 2);
  expect(sumOfWeights(weights), largest.join("\n")).toBeLessThan(FIRST_TILE_SCRIPTS_MAX_BYTES);
});
