/**
 * Work on the slide other than annotating: measuring, counting, setting points. It shares pointer, keys and display
 * with drawing.
 */
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { Work } from "./work.ts";

export interface ToolWork {
  readonly work: Work;
  /** Enter was pressed, or the work finished its shape itself. The work continues until it is stopped. */
  onFinish(shape: Shape): void;
  /** Escape was pressed, or another tool started. Not called after `stop`. */
  onEnd(): void;
}

export interface ToolWorkHandle {
  /** The work's content has changed. */
  draw(): void;
  /** Like Enter. @returns whether there was a shape. */
  finish(): boolean;
  stop(): void;
}

export type StartWork = (foreign: ToolWork) => ToolWorkHandle;
