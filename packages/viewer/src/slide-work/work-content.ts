/** Content of the current work shown on the slide. */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { Handle } from "./handle.ts";

/** A round brush. Lengths are slide pixels. */
export interface BrushContent {
  /** Path since the brush was pressed; empty: not pressed. */
  readonly way: readonly SlidePoint[];
  /** null: not on the slide. */
  readonly pointer: SlidePoint | null;
  readonly radius: number;
  readonly isErasing: boolean;
}

export interface WorkContent {
  readonly shape: Shape | null;
  readonly typeName: AnnotationTypeName;
  readonly handles: readonly Handle[];
  /** Handle last touched. */
  readonly activeHandle: Handle | null;
  /** Text shown beside `labelAt`; null: none. */
  readonly label: string | null;
  readonly labelAt: SlidePoint | null;
  /** Changed together with `shape`. */
  readonly others?: readonly { readonly shape: Shape; readonly typeName: AnnotationTypeName }[];
  /** Corners of the box around the edited shapes. */
  readonly box?: readonly SlidePoint[] | null;
  readonly brush?: BrushContent;
  /** Area being cut out. */
  readonly cutLine?: Shape | null;
  /** Self-intersection of the shape. */
  readonly crossesAt?: SlidePoint | null;
}
