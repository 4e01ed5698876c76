import { packNuclei, type SlideNucleus, unpackNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { expect, it } from "vitest";
import type { PaintFrame } from "../annotation/canvas-layer.ts";
import { CELL_COLORS, OTHER_RESULT_COLOR, paintNuclei, paintOtherNuclei } from "./cell-painting.ts";

interface Stroke {
  readonly color: string;
  readonly alpha: number;
  readonly corners: number;
}

/** Records the strokes. */
function canvas() {
  const strokes: Stroke[] = [];
  let corners = 0;
  let savedAlpha = 1;
  const context = {
    ...{ strokeStyle: "", lineWidth: 1, lineJoin: "", globalAlpha: 1, setLineDash() {}, closePath() {} },
    beginPath: () => (corners = 0),
    moveTo: () => (corners += 1),
    lineTo: () => (corners += 1),
    stroke: () => corners > 0 && strokes.push({ color: context.strokeStyle, alpha: context.globalAlpha, corners }),
    save: () => (savedAlpha = context.globalAlpha),
    restore: () => (context.globalAlpha = savedAlpha),
  };
  return { context: context as unknown as CanvasRenderingContext2D, strokes };
}

const nucleus = (more: Partial<SlideNucleus>): SlideNucleus => ({
  ...{ centroidPx: [10, 10], outlinePx: Float32Array.of(5, 5, 15, 5, 10, 15), areaSquareMicrometres: 30 },
  ...{ circularity: 1, hematoxylinMean: 0, dabMean: 0, intensityClass: 0, cellClass: "negative", ...more },
});
const NUCLEI = unpackNuclei(
  packNuclei([
    nucleus({ cellOutlinePx: Float32Array.of(0, 0, 20, 0, 20, 20, 0, 20) }),
    nucleus({ cellClass: "positive", intensityClass: 1 }),
  ]),
);
const CELLS = { nuclei: NUCLEI, indices: [0, 1], classOf: (index: number) => NUCLEI.classes[index]! };
const order = (isMoving: boolean) => {
  const toScreen = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  const frame = { toScreen, isMoving, width: 100, height: 100, pixelRatio: 1 } as unknown as PaintFrame;
  return { frame, micrometresPerSlidePx: 0.5, picture: null as unknown as HTMLCanvasElement };
};

it("a cell with an outline is drawn thinly around its nucleus, and not while the view moves", () => {
  const resting = canvas();
  paintNuclei(resting.context, CELLS, order(false));
  const cells = resting.strokes.filter(({ alpha }) => alpha < 1);
  expect(cells).toEqual([{ color: CELL_COLORS.negative, alpha: 0.6, corners: 4 }]);
  const nuclei = resting.strokes.filter(({ alpha, color }) => alpha === 1 && color.startsWith("#"));
  expect(nuclei.map(({ color }) => color)).toEqual([CELL_COLORS.negative, CELL_COLORS.positive]);
  const moving = canvas();
  paintNuclei(moving.context, CELLS, order(true));
  expect(moving.strokes.filter(({ alpha }) => alpha < 1)).toEqual([]);
});

it("the nuclei of another result have one colour, whatever their class", () => {
  const { context, strokes } = canvas();
  paintOtherNuclei(context, CELLS, order(false));
  expect(strokes).toEqual([{ color: OTHER_RESULT_COLOR, alpha: 1, corners: 6 }]);
});
