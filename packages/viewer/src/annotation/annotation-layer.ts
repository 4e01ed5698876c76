/** What the viewer offers around annotations: to show, choose, draw and change them. */
import type { AnnotationStyle } from "@parfocal/core/annotation/annotation-style.ts";
import type { AnnotationTypeName, DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
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

/** With what a shape is changed: by its vertices, by the box around it, by a brush that adds or takes away, by drawing a hole. */
export const EDITING_TOOL_NAMES = ["vertices", "box", "brush", "eraser", "cutOut"] as const;
export type EditingToolName = (typeof EDITING_TOOL_NAMES)[number];

export interface TypedShape {
  readonly shape: Shape;
  readonly typeName: AnnotationTypeName;
}

/** @param pixelAspect as of `pixelAspectOf`. @returns null: nothing is changed. */
export type ChangeShape = (edited: TypedShape, pixelAspect: number) => TypedShape | null;

export interface DrawingStart {
  readonly isFreehand: boolean;
  readonly isBrush: boolean;
  readonly vertices: readonly SlidePoint[];
}

export interface AnnotationLayer {
  /** Whether something is drawn, changed, measured or the like: then pointer and keys are meant for that. */
  isActive(): boolean;
  /**
   * Shows exactly these, instead of those before.
   *
   * @returns those whose WKT could not be read, with the reason; they are left out.
   */
  show(annotations: readonly ShownAnnotation[]): readonly { readonly id: AnnotationId; readonly problem: string }[];
  /** Changes no view and tells no event: for what was chosen elsewhere, e.g. in a list. */
  setSelected(id: AnnotationId | null): void;
  /** Further selected annotations beside the primary one; not reported by events. */
  setSelectedToo(ids: readonly AnnotationId[]): void;
  setHovered(id: AnnotationId | null): void;
  setVisible(isVisible: boolean): void;
  setStyle(style: AnnotationStyle): void;
  /** Those that lie whole in an area, e.g. of a rubber band; hidden ones do not. @param corners slide pixels. */
  within(corners: readonly SlidePoint[]): readonly AnnotationId[];
  /** The annotation that a pointer at this place means; null: none. */
  at(point: SlidePoint): AnnotationId | null;
  /**
   * Starts a new drawing; one that is under way is thrown away. `isFreehand` counts for polygon and line; with `isBrush` the
   * polygon is painted; `vertices` are there already, as of `sketchedVertices`.
   */
  startDrawing(typeName: DrawnTypeName, options?: Partial<DrawingStart>): void;
  /** What is drawn so far, vertex by vertex, also of a viewer that is destroyed; empty: nothing, or with one stroke. */
  sketchedVertices(): readonly SlidePoint[];
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
  /** Ends the change of one shape, whose steps were told; of several: tells `editedTogether` if they were changed. */
  finishEditing(): void;
  cancelEditing(): void;
  /** Makes several shown annotations changeable together, by the box around them. */
  startEditingTogether(ids: readonly AnnotationId[]): void;
  /** For the change under way and those that follow. */
  setEditingTool(tool: EditingToolName): void;
  /** CSS px. */
  setBrushRadius(radiusPx: number): void;
  /** Changes what is being changed, as one step. @param change null: nothing is changed after all. */
  changeEdited(change: ChangeShape): void;
  /** Shows what a change would bring; null: shows it as it is. */
  suggestEdited(change: ChangeShape | null): void;
  /** By keyboard: the next (1) or previous (-1) handle becomes the one that is touched. */
  chooseHandle(step: 1 | -1): void;
  undo(): void;
  redo(): void;
  /** While drawing, the last vertex; while changing, the one last touched. */
  deleteVertex(): void;
}
