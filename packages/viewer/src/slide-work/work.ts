import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationId } from "../events/viewer-events.ts";
import type { DrawingFrame } from "./drawing-frame.ts";
import type { WorkContent } from "./work-content.ts";

/** A pointer's action on the slide, as a drawing or a change sees it. */
export interface PointerAction {
  readonly kind: "down" | "drag" | "up" | "move" | "click" | "doubleClick";
  readonly point: SlidePoint;
  /** Of a drag: the places that were passed since the last action, `point` at their end; left out: it alone. */
  readonly way?: readonly SlidePoint[];
  readonly frame: DrawingFrame;
  /** Pointers that are pressed. */
  readonly pointerCount: number;
  readonly isTouch: boolean;
  readonly isShift: boolean;
  readonly isAlt: boolean;
}

export type Cursor = "drawing" | "handle" | null;

/** What goes on on the slide: a new shape, or a change of one. */
export interface Work {
  readonly editedId: AnnotationId | null;
  readonly typeName: AnnotationTypeName;
  readonly isFreehand: boolean;
  /** @returns whether the action was meant for this work; if not, it moves the slide. */
  handle(action: PointerAction): boolean;
  content(frame: DrawingFrame): WorkContent;
  cursor(): Cursor;
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
  deleteVertex(): void;
  /** The keyboard's click in the middle of the view. */
  addVertex(point: SlidePoint, frame: DrawingFrame): void;
  /** By keyboard: the next (1) or previous (-1) handle becomes the last touched. */
  chooseHandle?(step: 1 | -1, frame: DrawingFrame): void;
  /** Enter. @returns false: there was no part to be finished, so the whole work is. */
  finishPart?(frame: DrawingFrame): boolean;
  /** Of a drawing: the vertices given so far. */
  sketched?(): readonly SlidePoint[];
  /** null: not a shape yet, or not changed. */
  result(frame: DrawingFrame): Shape | null;
}
