import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationId } from "../events/viewer-events.ts";
import type { AnnotationFacts } from "./annotation-layer.ts";

export type DrawableAnnotation = AnnotationFacts & { readonly shape: Shape };

/**
 * Draws annotations and finds the one under the pointer. An interface, as on other machines (with a fast graphics card)
 * another way of drawing may be the better one.
 */
export interface AnnotationRenderer {
  setAnnotations(annotations: readonly DrawableAnnotation[]): void;
  annotation(id: AnnotationId): DrawableAnnotation | undefined;
  setSelected(id: AnnotationId | null): void;
  setHovered(id: AnnotationId | null): void;
  /** Left out of the picture while it is drawn elsewhere, being changed. */
  setOmitted(id: AnnotationId | null): void;
  setVisible(isVisible: boolean): void;
  /** The annotation that a pointer at this place means; null: none, or none is to be seen. */
  annotationAt(
    place: SlidePoint,
    frame: { readonly resolution: number; readonly turnDeg: number },
  ): AnnotationId | null;
  destroy(): void;
}
