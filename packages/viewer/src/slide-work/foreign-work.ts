/** Work on the slide that makes no annotation: measuring, counting, setting points. It shares pointer, keys and picture with drawing. */
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { Work } from "./work.ts";

export interface ForeignWork {
  readonly work: Work;
  /** Enter, or what the work itself takes for an end: what is drawn makes a shape. The work goes on until it is stopped. */
  onFinish(shape: Shape): void;
  /** Escape was pressed, or another tool started. Not called after `stop`. */
  onEnd(): void;
}

export interface ForeignWorkHandle {
  /** The work's content has changed. */
  draw(): void;
  /** As Enter does. @returns whether there was a shape. */
  finish(): boolean;
  stop(): void;
}

export type StartWork = (foreign: ForeignWork) => ForeignWorkHandle;
