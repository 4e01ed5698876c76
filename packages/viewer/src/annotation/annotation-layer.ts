/** What the viewer offers around annotations: to show, choose, draw and change them. */
import type { AnnotationTypeName, DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { AnnotationId } from "../events/viewer-events.ts";

/** Whose an annotation is; decides colour, line and mark. */
export type AnnotationKind = "expert" | "student" | "workgroup" | "own";

export interface AnnotationFacts {
  readonly id: AnnotationId;
  readonly typeName: AnnotationTypeName;
  readonly kind: AnnotationKind;
  readonly title: string;
  /** Number shown beside the shape; null: none. */
  readonly order: number | null;
  /** Not saved yet. */
  readonly isDraft?: boolean;
}

/** An annotation to be shown, its geometry as a shape or as WKT, in slide pixels (y down). */
export type ShownAnnotation = AnnotationFacts & ({ readonly shape: Shape } | { readonly wkt: string });

export interface AnnotationLayer {
  /**
   * Shows exactly these, instead of those before.
   *
   * @returns those whose WKT could not be read, with the reason; they are left out.
   */
  show(annotations: readonly ShownAnnotation[]): readonly { readonly id: AnnotationId; readonly problem: string }[];
  /** Changes no view and tells no event: for what was chosen elsewhere, e.g. in a list. */
  setSelected(id: AnnotationId | null): void;
  setHovered(id: AnnotationId | null): void;
  setVisible(isVisible: boolean): void;
  /** Starts a new drawing; one that is under way is thrown away. `isFreehand` counts for polygon and line. */
  startDrawing(typeName: DrawnTypeName, options?: { readonly isFreehand?: boolean }): void;
  /** Throws away what is drawn so far and stops. */
  cancelDrawing(): void;
  /** Tells `drawn` if what is drawn makes a shape. @returns whether it does. */
  finishDrawing(): boolean;
  /** Adds a vertex (or the point) in the middle of the view: drawing by keyboard alone. */
  addVertexAtCenter(): void;
  /** Draws a point annotation in the middle of the view, whatever was being drawn. */
  drawPointAtCenter(): void;
  /** Makes a shown annotation changeable. @returns false if none of this id is shown. */
  startEditing(id: AnnotationId): boolean;
  /** Tells `edited` if it was changed. */
  finishEditing(): void;
  cancelEditing(): void;
  undo(): void;
  redo(): void;
  /** While drawing, the last vertex; while changing, the one last touched. */
  deleteVertex(): void;
}
