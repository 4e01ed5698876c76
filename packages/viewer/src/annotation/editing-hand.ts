/** Common interface of the editing modes, which edit the shapes in the edit session. */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import { type Handle, isSameHandle } from "../slide-work/handle.ts";
import type { Cursor, PointerAction } from "../slide-work/work.ts";
import type { WorkContent } from "../slide-work/work-content.ts";
import { distanceToOutline, HOVER_TOLERANCE_PX, isInside } from "./shape-distance.ts";

/** A shape with the type under which it will be saved: a rectangle edited with the brush becomes a polygon. */
export interface Edited {
  readonly shape: Shape;
  readonly typeName: AnnotationTypeName;
}

export interface EditingHost {
  now(): readonly Edited[];
  /** Shows an intermediate state during a pointer action. */
  preview(next: readonly Edited[]): void;
  /** Keeps the shown state as a step; undo restores `before`. */
  keep(before: readonly Edited[]): void;
  /** The display must be repainted. */
  draw(): void;
  readonly slide: { readonly width: number; readonly height: number };
  /** As of `pixelAspectOf`. */
  readonly pixelAspect: number;
}

export interface EditingHand {
  /** @returns whether the action was handled; otherwise it moves the slide. */
  handle(action: PointerAction): boolean;
  /** Content shown on the slide. */
  content(frame: DrawingFrame): Partial<WorkContent>;
  cursor(): Cursor;
  deleteVertex(): void;
  /** The keyboard's equivalent of a click in the middle of the view. */
  addVertex(point: SlidePoint, frame: DrawingFrame): void;
  /** For the keyboard: makes the next (1) or previous (-1) handle the active one. */
  chooseHandle(step: 1 | -1, frame: DrawingFrame): void;
  /** Enter key. @returns false if there was no part to finish, so that the work itself is finished. */
  finishPart(frame: DrawingFrame): boolean;
  /** The shapes in the edit session were replaced from outside. */
  forget(): void;
}

/** A pointer within this distance of a handle grabs it, CSS px; a finger is less exact. */
const HANDLE_REACH_PX = 9;
const TOUCH_HANDLE_REACH_PX = 22;

/** Hit radius in slide pixels. */
export function handleReach({ isTouch, frame }: PointerAction): number {
  return (isTouch ? TOUCH_HANDLE_REACH_PX : HANDLE_REACH_PX) * frame.resolution;
}

/** Whether the pointer is on the shape or inside it. */
export function isOnShape({ point, frame }: PointerAction, shape: Shape): boolean {
  return distanceToOutline(point, shape) <= HOVER_TOLERANCE_PX * frame.resolution || isInside(point, shape);
}

/** The handle after or before the active one, wrapping around. */
export function neighbourHandle(handles: readonly Handle[], active: Handle | null, step: 1 | -1): Handle | null {
  const at = handles.findIndex((handle) => active !== null && isSameHandle(handle, active));
  if (at === -1) return (step === 1 ? handles[0] : handles.at(-1)) ?? null;
  return handles.at((at + step) % handles.length) ?? null;
}
