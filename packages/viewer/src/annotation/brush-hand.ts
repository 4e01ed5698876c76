/** Adding to an area with a round brush, or removing from it; Alt switches between both. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { PointerAction } from "../slide-work/work.ts";
import { BRUSH_TOLERANCE_PX, strokeArea } from "./brush-stroke.ts";
import type { Edited, EditingHand, EditingHost } from "./editing-hand.ts";
import { type AreaShape, differenceOf, intersectionOf, isArea, simplifiedArea, unionOf } from "./shape-clipping.ts";
import { areOnSlide } from "./shape-transform.ts";

/** A new position of the brush is recorded after this fraction of its radius. */
const STEP_SHARE = 0.15;

export interface BrushOptions {
  /** Current radius, CSS px. */
  readonly radiusPx: () => number;
  /** Removes area unless Alt is held; otherwise adds area unless Alt is held. */
  readonly isErasing: boolean;
}

/**
 * The shape after a stroke; a line or a point is replaced by the painted area.
 *
 * @returns null if nothing would be left, or there is nothing to remove from.
 */
export function paintedWith(
  edited: Edited | null,
  stroke: AreaShape,
  { isErasing, resolution }: { readonly isErasing: boolean; readonly resolution: number },
): Edited | null {
  const area = edited && isArea(edited.shape) ? edited.shape : null;
  if (!area && isErasing) return null;
  const painted = !area ? stroke : isErasing ? differenceOf(area, [stroke]) : unionOf([area, stroke]);
  if (!painted) return null;
  return { shape: simplifiedArea(painted, BRUSH_TOLERANCE_PX * resolution), typeName: "polygon" };
}

const wholeOf = ({ width, height }: EditingHost["slide"]): AreaShape => ({
  kind: "polygon",
  rings: [
    [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
  ],
});

/** @param host contains one shape, or none yet. */
export function createBrushHand(host: EditingHost, { radiusPx, isErasing }: BrushOptions): EditingHand {
  let way: SlidePoint[] | null = null;
  let isStrokeErasing = isErasing;
  let pointer: SlidePoint | null = null;

  const radius = ({ resolution }: DrawingFrame): number => radiusPx() * resolution;
  const paint = (painted: readonly SlidePoint[], frame: DrawingFrame): void => {
    const { resolution } = frame;
    const stroke = strokeArea(painted, { radius: radius(frame), resolution });
    const before = host.now();
    const clipped = stroke && onSlide(stroke);
    const next = clipped && paintedWith(before[0] ?? null, clipped, { isErasing: isStrokeErasing, resolution });
    if (!next) {
      host.draw();
      return;
    }
    host.preview([next]);
    host.keep(before);
  };
  /** The brush may extend beyond the slide's edge; the painted area does not. */
  const onSlide = (stroke: AreaShape): AreaShape | null =>
    areOnSlide([stroke], host.slide) ? stroke : intersectionOf([stroke, wholeOf(host.slide)]);
  const press = (action: PointerAction): boolean => {
    if (action.pointerCount > 1) {
      way = null;
      host.draw();
      return false;
    }
    isStrokeErasing = action.isAlt !== isErasing;
    way = [action.point];
    pointer = action.point;
    host.draw();
    return true;
  };
  const drag = ({ point, way: passed = [point], frame }: PointerAction): boolean => {
    if (!way) return false;
    pointer = point;
    for (const place of passed) {
      const last = way.at(-1) as SlidePoint;
      if (Math.hypot(place[0] - last[0], place[1] - last[1]) >= radius(frame) * STEP_SHARE) way.push(place);
    }
    host.draw();
    return true;
  };
  const release = ({ frame, isTouch }: PointerAction): boolean => {
    if (!way) return false;
    const painted = way;
    way = null;
    if (isTouch) pointer = null;
    paint(painted, frame);
    return true;
  };

  return {
    handle(action) {
      switch (action.kind) {
        case "down":
          return press(action);
        case "drag":
          return drag(action);
        case "up":
          return release(action);
        case "move":
          pointer = action.isTouch ? null : action.point;
          isStrokeErasing = action.isAlt !== isErasing;
          host.draw();
          return false;
        case "click":
        case "doubleClick":
          return true;
      }
    },
    content: (frame) => ({
      brush: { way: way ?? [], pointer, radius: radius(frame), isErasing: isStrokeErasing },
      labelAt: null,
    }),
    cursor: () => "drawing",
    deleteVertex: () => undefined,
    addVertex(point, frame) {
      isStrokeErasing = isErasing;
      pointer = point;
      paint([point], frame);
    },
    chooseHandle: () => undefined,
    finishPart: () => false,
    forget: () => undefined,
  };
}
