/** A small picture of dark spots for warming up a thread: code that has run before is compiled for full speed. */
import { analysisFrame } from "@parfocal/core/cell-analysis/analysis-region.ts";
import { DEFAULT_CELL_SETTINGS } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { planParts } from "@parfocal/core/cell-analysis/plan-tiles.ts";
import type { AnalysisOrder } from "./cell-analyser.ts";

const SIDE_PX = 400;
const SPACING_PX = 25;
const RADIUS_PX = 7;
const MICROMETRES_PER_PIXEL = 0.5;
const BACKGROUND = [240, 238, 242, 255];
/** Every second one is stained brown. */
const NUCLEI = [
  [90, 100, 160, 255],
  [120, 70, 40, 255],
];

export function warmUpOrder(): AnalysisOrder {
  const settings = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];
  const region = { xPx: 0, yPx: 0, widthPx: SIDE_PX, heightPx: SIDE_PX };
  const [tile] = planParts({ region, micrometresPerPixel: MICROMETRES_PER_PIXEL, settings }, 1);
  if (!tile) throw new Error("the picture of the warm-up has no part");
  const frame = analysisFrame({ x: MICROMETRES_PER_PIXEL, y: MICROMETRES_PER_PIXEL }, MICROMETRES_PER_PIXEL);
  const picture = { ...tile.read, rgba: spots(tile.read.widthPx, tile.read.heightPx) };
  return {
    region: { ...picture, micrometresPerPixel: MICROMETRES_PER_PIXEL },
    settings,
    place: { tile, frame, rings: null },
  };
}

function spots(widthPx: number, heightPx: number): Uint8Array {
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 4) {
      const fromMiddle = Math.hypot((x % SPACING_PX) - SPACING_PX / 2, (y % SPACING_PX) - SPACING_PX / 2);
      const isNucleus = fromMiddle <= RADIUS_PX;
      rgba.set((isNucleus && NUCLEI[Math.floor(x / SPACING_PX) % 2]) || BACKGROUND, at);
    }
  }
  return rgba;
}
