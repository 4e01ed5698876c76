/** The viewer's interface for annotations: showing, selecting, drawing and editing them. */
import type { AnnotationStyle } from "@parfocal/core/annotation/annotation-style.ts";
import type { AnnotationTypeName, DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { AnnotationId } from "../events/viewer-events.ts";

/** Owner of an annotation (own, group, expert); decides colour, line and mark. */
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

/** Editing modes of a shape: its vertices, the box around it, a brush that adds or removes area, or cutting a hole. */
export const EDITING_TOOL_NAMES = ["vertices", "box", "brush", "eraser", "cutOut"] as const;
export type EditingToolName = (typeof EDITING_TOOL_NAMES)[number];

export interface TypedShape {
  readonly shape: Shape;
  readonly typeName: AnnotationTypeName;
}

/** @param pixelAspect as of `pixelAspectOf`. @returns null: no change. */
export type ChangeShape = (edited: TypedShape, pixelAspect: number) => TypedShape | null;

export interface DrawingStart {
  readonly isFreehand: boolean;
  readonly isBrush: boolean;
  readonly vertices: readonly SlidePoint[];
}

export interface AnnotationLayer {
  /** Whether something is being drawn, edited or measured: pointer and keys are then used by it. */
  isActive(): boolean;
  /**
   * Shows exactly these annotations and removes all others.
   *
   * @returns annotations whose WKT could not be read, with the reason; they are not shown.
   */
  show(annotations: readonly ShownAnnotation[]): readonly { readonly id: AnnotationId; readonly problem: string }[];
  /** Does not move the view and emits no event: for a selection from elsewhere, e.g. from a list. */
  setSelected(id: AnnotationId | null): void;
  /** Further selected annotations beside the primary one; not reported by events. */
  setSelectedToo(ids: readonly AnnotationId[]): void;
  setHovered(id: AnnotationId | null): void;
  setVisible(isVisible: boolean): void;
  setStyle(style: AnnotationStyle): void;
  /** Visible annotations completely inside an area, e.g. a rubber band. @param corners slide pixels. */
  within(corners: readonly SlidePoint[]): readonly AnnotationId[];
  /** The annotation under the pointer at this point; null: none. */
  at(point: SlidePoint): AnnotationId | null;
  /**
   * Starts a new drawing and discards the current one. `isFreehand` applies to polygon and line; with `isBrush` the
   * polygon is painted; `vertices` are its first vertices, as of `sketchedVertices`.
   */
  startDrawing(typeName: DrawnTypeName, options?: Partial<DrawingStart>): void;
  /**
   * Vertices of the current drawing, also after the viewer was destroyed; empty if there is no drawing, or it is made
   * with one stroke.
   */
  sketchedVertices(): readonly SlidePoint[];
  /** Discards the current drawing and stops. */
  cancelDrawing(): void;
  /** Emits `drawn` if the drawing is a complete shape. @returns whether it is. */
  finishDrawing(): boolean;
  /** Adds a vertex (or the point) in the middle of the view: drawing by keyboard alone. */
  addVertexAtCenter(): void;
  /** Draws a point annotation in the middle of the view, even if something else was being drawn. */
  drawPointAtCenter(): void;
  /** Starts editing an annotation. @returns false if no annotation with this ID is shown. */
  startEditing(id: AnnotationId): boolean;
  /** Ends editing. One shape: its steps were already emitted. Several: emits `editedTogether` if they were changed. */
  finishEditing(): void;
  cancelEditing(): void;
  /** Starts editing several annotations together, by the box around them. */
  startEditingTogether(ids: readonly AnnotationId[]): void;
  /** Applies to the current edit and later ones. */
  setEditingTool(tool: EditingToolName): void;
  /** Radius in CSS px. */
  setBrushRadius(radiusPx: number): void;
  /** Applies a change to the edited shape as one step. @param change null: cancels it. */
  changeEdited(change: ChangeShape): void;
  /** Previews a change; null: shows the shape without one. */
  suggestEdited(change: ChangeShape | null): void;
  /** For the keyboard: makes the next (1) or previous (-1) handle the active one. */
  chooseHandle(step: 1 | -1): void;
  undo(): void;
  redo(): void;
  /** Deletes the last vertex of a drawing, or the last touched one of an edited shape. */
  deleteVertex(): void;
}
