/** Traces a stored shape's paths on a canvas, without vertices that would not be visible. */
import type { PaintFrame } from "./canvas-layer.ts";
import type { ShapeStore } from "./shape-store.ts";

/** Vertices closer than this to the previous one are omitted, CSS px. */
const MIN_STEP_PX = 0.7;
/** Margin around the screen beyond which a path need not be exact, CSS px: more than any line width. */
const OUTSIDE_PX = 40;

/**
 * Side of the screen on which a point lies outside; 0: on the screen. Source: Cohen and Sutherland's outcodes, in
 * Newman and Sproull 1979.
 */
function outcode(x: number, y: number, { width, height }: PaintFrame): number {
  return (
    (x < -OUTSIDE_PX ? 1 : x > width + OUTSIDE_PX ? 2 : 0) | (y < -OUTSIDE_PX ? 4 : y > height + OUTSIDE_PX ? 8 : 0)
  );
}

function tracePath(
  context: CanvasRenderingContext2D,
  store: ShapeStore,
  path: number,
  frame: PaintFrame,
  minStepPx: number,
): void {
  const { a, b, c, d, e, f } = frame.toScreen;
  const { coordinates } = store;
  const start = store.pathStart[path] as number;
  const end = store.pathStart[path + 1] as number;
  let [lastX, lastY, lastCode] = [0, 0, 0];
  let skipped: { x: number; y: number } | null = null;
  const pending = { x: 0, y: 0 };
  for (let vertex = start; vertex < end; vertex += 1) {
    const slideX = coordinates[vertex * 2] as number;
    const slideY = coordinates[vertex * 2 + 1] as number;
    const x = a * slideX + c * slideY + e;
    const y = b * slideX + d * slideY + f;
    const code = outcode(x, y, frame);
    if (vertex === start) context.moveTo(x, y);
    else if (code !== 0 && code === lastCode) {
      // Consecutive points beyond one side cannot be seen; only the last one matters.
      pending.x = x;
      pending.y = y;
      skipped = pending;
      continue;
    } else {
      if (skipped) context.lineTo(skipped.x, skipped.y);
      else if (vertex < end - 1 && Math.abs(x - lastX) + Math.abs(y - lastY) < minStepPx) continue;
      context.lineTo(x, y);
    }
    skipped = null;
    lastX = x;
    lastY = y;
    lastCode = code;
  }
  if (skipped) context.lineTo(skipped.x, skipped.y);
  if (store.isClosed[path] === 1) context.closePath();
}

/**
 * Adds all paths of a shape to the current path. @param minStepPx vertices closer than this to the previous one are
 * omitted.
 */
export function traceShape(
  context: CanvasRenderingContext2D,
  store: ShapeStore,
  index: number,
  frame: PaintFrame,
  minStepPx = MIN_STEP_PX,
): void {
  const end = store.firstPath[index + 1] as number;
  for (let path = store.firstPath[index] as number; path < end; path += 1)
    tracePath(context, store, path, frame, minStepPx);
}
