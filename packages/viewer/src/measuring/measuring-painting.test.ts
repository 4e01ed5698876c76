import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { expect, it } from "vitest";
import type { PaintFrame } from "../annotation/canvas-layer.ts";
import { SCALE_BAR_CORNER_PX } from "../annotation/tag-place.ts";
import { paintMeasurement } from "./measuring-painting.ts";

/** The properties of a visible stroke. */
interface Stroke {
  readonly color: string;
  readonly width: number;
  readonly isDashed: boolean;
}

interface WrittenText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** Records strokes and texts; measures each letter as one px. */
function createNotingContext() {
  const strokes: Stroke[] = [];
  const texts: WrittenText[] = [];
  let dash: readonly number[] = [];
  const nothing = (): void => undefined;
  const context = {
    strokeStyle: "",
    lineWidth: 0,
    ...{ beginPath: nothing, moveTo: nothing, lineTo: nothing, closePath: nothing, arc: nothing, fill: nothing },
    ...{
      save: nothing,
      restore: nothing,
      roundRect: nothing,
      fillRect: nothing,
      fillText: (text: string, x: number, y: number) => texts.push({ text, x, y }),
      strokeText: nothing,
    },
    measureText: (text: string) => ({ width: text.length }),
    setLineDash: (next: readonly number[]) => {
      dash = next;
    },
    stroke: () => strokes.push({ color: context.strokeStyle, width: context.lineWidth, isDashed: dash.length > 0 }),
  };
  return { context: context as unknown as CanvasRenderingContext2D, strokes, texts };
}

const FRAME: PaintFrame = {
  ...{ toScreen: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, width: 800, height: 600 },
  ...{ pixelRatio: 1, isMoving: false, marginPx: 0 },
};
const LINE: Shape = {
  kind: "line",
  path: [
    [10, 10],
    [50, 10],
  ],
};

/** The line itself, without its halo: the second stroke. */
function lineOf(isRunning: boolean): Stroke | undefined {
  const { context, strokes } = createNotingContext();
  paintMeasurement(
    context,
    { shape: LINE, isFreehand: true, vertices: [], labelAt: null, isRunning, isChosen: false },
    { x: 1, y: 1 },
    { locale: "en", perimeter: "Perimeter" },
    FRAME,
  );
  return strokes[1];
}

it("a finished measurement is a red line, 2 px wide", () =>
  expect(lineOf(false)).toEqual({ color: "red", width: 2, isDashed: false }));

it("a measurement in progress has the same width, but neither the final colour nor a solid line", () => {
  const line = lineOf(true);
  expect(line).toMatchObject({ width: 2, isDashed: true });
  expect(line?.color).not.toBe("red");
});

it("the value of a measurement that ends at the scale bar is above the scale bar", () => {
  const { context, texts } = createNotingContext();
  const { width, height } = FRAME;
  const shape: Shape = {
    kind: "line",
    path: [
      [width - 100, height - 20],
      [width - 40, height - 20],
    ],
  };
  const look = { isFreehand: true, vertices: [], labelAt: null, isRunning: false, isChosen: false };
  paintMeasurement(context, { shape, ...look }, { x: 1, y: 1 }, { locale: "en", perimeter: "Perimeter" }, FRAME);
  expect(texts.map(({ text }) => text.replaceAll("\u202f", " "))).toEqual(["60 µm"]);
  for (const { y } of texts) expect(y).toBeLessThan(height - SCALE_BAR_CORNER_PX.height);
});
