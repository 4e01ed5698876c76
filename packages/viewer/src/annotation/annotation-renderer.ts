import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationId } from "../events/viewer-events.ts";
import type { AnnotationFacts } from "./annotation-layer.ts";
import type { LookOf } from "./annotation-rendering.ts";

export type DrawableAnnotation = AnnotationFacts & { readonly shape: Shape };

/**
 * Draws annotations and finds the one under the pointer. An interface, since another renderer may be faster on some
 * machines (with a fast graphics card).
 */
export interface AnnotationRenderer {
  setAnnotations(annotations: readonly DrawableAnnotation[]): void;
  annotation(id: AnnotationId): DrawableAnnotation | undefined;
  shown(): readonly DrawableAnnotation[];
  setLooks(lookOf: LookOf): void;
  setSelected(ids: readonly AnnotationId[]): void;
  /** `isTitled`: the title is painted beside the number. */
  setHovered(id: AnnotationId | null, how: { readonly isTitled: boolean }): void;
  /** These are omitted while they are edited, since they are then painted elsewhere. */
  setOmitted(ids: readonly AnnotationId[]): void;
  setVisible(isVisible: boolean): void;
  isVisible(): boolean;
  /** The annotation under the pointer at this point; null: none, or annotations are hidden. */
  annotationAt(
    place: SlidePoint,
    frame: { readonly resolution: number; readonly turnDeg: number },
  ): AnnotationId | null;
  destroy(): void;
}
