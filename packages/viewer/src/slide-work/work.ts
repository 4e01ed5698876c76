import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationId } from "../events/viewer-events.ts";
import type { DrawingFrame } from "./drawing-frame.ts";
import type { WorkContent } from "./work-content.ts";

/** A pointer action on the slide, as handled by a drawing or an edit. */
export interface PointerAction {
  readonly kind: "down" | "drag" | "up" | "move" | "click" | "doubleClick";
  readonly point: SlidePoint;
  /** For a drag: the points passed since the last action, ending with `point`; default: only `point`. */
  readonly way?: readonly SlidePoint[];
  readonly frame: DrawingFrame;
  /** Number of pressed pointers. */
  readonly pointerCount: number;
  readonly isTouch: boolean;
  readonly isShift: boolean;
  readonly isAlt: boolean;
}

export type Cursor = "drawing" | "handle" | null;

/** The work in progress on the slide: a new shape, or an edit. */
export interface Work {
  readonly editedId: AnnotationId | null;
  readonly typeName: AnnotationTypeName;
  readonly isFreehand: boolean;
  /** @returns whether the work handled the action; otherwise it moves the slide. */
  handle(action: PointerAction): boolean;
  content(frame: DrawingFrame): WorkContent;
  cursor(): Cursor;
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
  deleteVertex(): void;
  /** The keyboard's equivalent of a click in the middle of the view. */
  addVertex(point: SlidePoint, frame: DrawingFrame): void;
  /** For the keyboard: makes the next (1) or previous (-1) handle the last touched one. */
  chooseHandle?(step: 1 | -1, frame: DrawingFrame): void;
  /** Enter key. @returns false if there was no part to finish, so that the whole work is finished. */
  finishPart?(frame: DrawingFrame): boolean;
  /** For a drawing: its vertices so far. */
  sketched?(): readonly SlidePoint[];
  /** null: not a complete shape yet, or unchanged. */
  result(frame: DrawingFrame): Shape | null;
}
