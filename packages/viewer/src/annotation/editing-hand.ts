/** Common interface of the editing modes; each edits the shapes on the work bench. */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import { type Handle, isSameHandle } from "../slide-work/handle.ts";
import type { Cursor, PointerAction } from "../slide-work/work.ts";
import type { WorkContent } from "../slide-work/work-content.ts";
import { distanceToOutline, HOVER_TOLERANCE_PX, isInside } from "./shape-distance.ts";

/** A shape with the type as which it will be kept: a rectangle that the brush changed is a polygon. */
export interface Edited {
  readonly shape: Shape;
  readonly typeName: AnnotationTypeName;
}

export interface EditingDesk {
  now(): readonly Edited[];
  /** Shows it so, while a pointer is at it. */
  preview(next: readonly Edited[]): void;
  /** What is shown now is kept; undone, it is as it was `before`. */
  keep(before: readonly Edited[]): void;
  /** The picture has to be drawn anew. */
  draw(): void;
  readonly slide: { readonly width: number; readonly height: number };
  /** As of `pixelAspectOf`. */
  readonly pixelAspect: number;
}

export interface EditingHand {
  /** @returns whether the action was meant for this hand; if not, it moves the slide. */
  handle(action: PointerAction): boolean;
  /** What it shows of itself. */
  content(frame: DrawingFrame): Partial<WorkContent>;
  cursor(): Cursor;
  deleteVertex(): void;
  /** The keyboard's click in the middle of the view. */
  addVertex(point: SlidePoint, frame: DrawingFrame): void;
  /** The keyboard's way to a handle: the next (1) or previous (-1) one becomes the last touched. */
  chooseHandle(step: 1 | -1, frame: DrawingFrame): void;
  /** Enter. @returns false: there was nothing to be finished but the work itself. */
  finishPart(frame: DrawingFrame): boolean;
  /** The shapes on the work bench were replaced from outside. */
  forget(): void;
}

/** A pointer this near a handle takes it, CSS px; a finger is less exact. */
const HANDLE_REACH_PX = 9;
const TOUCH_HANDLE_REACH_PX = 22;

/** Slide pixels. */
export function handleReach({ isTouch, frame }: PointerAction): number {
  return (isTouch ? TOUCH_HANDLE_REACH_PX : HANDLE_REACH_PX) * frame.resolution;
}

/** Whether the pointer is on the shape or in it. */
export function isOnShape({ point, frame }: PointerAction, shape: Shape): boolean {
  return distanceToOutline(point, shape) <= HOVER_TOLERANCE_PX * frame.resolution || isInside(point, shape);
}

/** The handle after or before the active one, round at the ends. */
export function neighbourHandle(handles: readonly Handle[], active: Handle | null, step: 1 | -1): Handle | null {
  const at = handles.findIndex((handle) => active !== null && isSameHandle(handle, active));
  if (at === -1) return (step === 1 ? handles[0] : handles.at(-1)) ?? null;
  return handles.at((at + step) % handles.length) ?? null;
}
