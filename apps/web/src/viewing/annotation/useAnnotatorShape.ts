/**
 * The shape that the viewer draws and edits. It is reported after each step, so that nothing is lost if the viewer or
 * page closes.
 */
import {
  type AnnotationTypeName,
  DRAWN_TYPE_NAMES,
  type DrawnTypeName,
} from "@parfocal/core/annotation/annotation-types.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawingState, ShapeNow } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type AnnotatorAction,
  type AnnotatorState,
  geometryOf,
  hasShapeInHand,
  isDrawingFreehand,
} from "./annotator-state.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { useShownAnnotations } from "./useShownAnnotations.ts";

const NOT_DRAWING: DrawingState = {
  isDrawing: false,
  editedId: null,
  isFreehand: false,
  typeName: null,
  canUndo: false,
  canRedo: false,
  canFinish: false,
};

export interface AnnotatorStore {
  readonly state: AnnotatorState;
  /** The latest state, for code that cannot wait for the next render. */
  readonly latest: Readonly<RefObject<AnnotatorState>>;
  readonly dispatch: (action: AnnotatorAction) => void;
}

interface AnnotatorShape {
  readonly drawing: DrawingState;
  /** The shape being edited, after the last step; null: none. */
  readonly shapeNow: ShapeNow | null;
  /**
   * Starts editing the current shape in the viewer; an unfinished drawing continues with the vertices of the sketch.
   */
  readonly begin: (sketch?: readonly SlidePoint[]) => void;
  /** Vertices of the unfinished shape. */
  readonly sketchNow: () => readonly SlidePoint[];
}

/** Origin of the vertices of an unfinished drawing; null: a previous page. */
interface Unfinished {
  readonly viewer: SlideViewer | null;
  readonly vertices: readonly SlidePoint[];
}

const isDrawn = (typeName: AnnotationTypeName): typeName is DrawnTypeName =>
  DRAWN_TYPE_NAMES.some((name) => name === typeName);

export function useAnnotatorShape(
  viewer: SlideViewer | null,
  board: AnnotationBoard,
  { state, latest, dispatch }: AnnotatorStore,
): AnnotatorShape {
  const { t } = useTranslation();
  const [shapeNow, setShapeNow] = useState<ShapeNow | null>(null);
  const [drawing, setDrawing] = useState<DrawingState>(NOT_DRAWING);
  /** The shape at the start of the edit; the viewer's own changes are not passed back to it. */
  const [started, setStarted] = useState<{ readonly wkt: string } | null>(null);
  const unfinished = useRef<Unfinished | null>(null);
  const isFreehand = isDrawingFreehand(state);
  const { typeName, isBrush, editingTool, annotationId } = state;
  const mustDraw = state.mode === "add" && state.drawn === null;
  const isChanging = hasShapeInHand(state);

  const begin = useCallback(
    (sketch: readonly SlidePoint[] = []) => {
      const geometry = geometryOf(latest.current);
      setStarted(geometry && { wkt: geometry.wkt });
      if (sketch.length > 0) unfinished.current = { viewer: null, vertices: sketch };
    },
    [latest],
  );

  useEffect(() => {
    if (!viewer) return;
    const stops = [
      viewer.on("drawingState", setDrawing),
      viewer.on("drawn", ({ wkt, measurement }) => {
        dispatch({ kind: "drawn", drawn: { wkt, measurement }, presetTitle: t("annotationEditing.quickTitle") });
        begin();
      }),
      viewer.on("edited", ({ typeName: now, wkt, measurement }) =>
        // Types that cannot be drawn here are kept.
        dispatch({ kind: "drawn", drawn: { wkt, measurement }, ...(isDrawn(now) ? { typeName: now } : {}) }),
      ),
      viewer.on("shapeNow", (shape) => {
        setShapeNow(shape);
        dispatch({ kind: "crossing", isCrossing: shape !== null && shape.crossesAt !== null });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer, dispatch, begin, t]);

  // A slide with new resolution levels gets a new viewer, which does not know the previous one's state.
  useEffect(() => {
    if (viewer) begin();
  }, [viewer, begin]);

  useEffect(() => {
    if (!mustDraw) unfinished.current = null;
    if (!viewer || !mustDraw) return;
    const before = unfinished.current;
    const vertices = before && before.viewer !== viewer ? before.vertices : [];
    unfinished.current = null;
    viewer.annotations.startDrawing(typeName, { isFreehand, isBrush, vertices });
    return () => {
      unfinished.current = { viewer, vertices: viewer.annotations.sketchedVertices() };
      viewer.annotations.cancelDrawing();
    };
  }, [viewer, mustDraw, typeName, isFreehand, isBrush]);

  useEffect(() => {
    if (isChanging) viewer?.annotations.setEditingTool(editingTool);
  }, [viewer, isChanging, editingTool]);

  const wasDrawing = useRef(false);
  useEffect(() => {
    const hasStopped = wasDrawing.current && !drawing.isDrawing;
    wasDrawing.current = drawing.isDrawing;
    // Escape on the slide discards the unfinished shape; the tool stays active.
    if (viewer && hasStopped && mustDraw) viewer.annotations.startDrawing(typeName, { isFreehand, isBrush });
  }, [viewer, drawing.isDrawing, mustDraw, typeName, isFreehand, isBrush]);

  const draft = isChanging && started ? { wkt: started.wkt, state } : null;
  useShownAnnotations(viewer, board, draft, state.quick);

  useEffect(() => {
    if (!viewer || !isChanging || !started) return;
    viewer.annotations.startEditing(annotationId);
    return () => viewer.annotations.cancelEditing();
  }, [viewer, isChanging, started, annotationId]);

  const wasChanging = useRef(false);
  useEffect(() => {
    const hasStopped = wasChanging.current && drawing.editedId === null;
    wasChanging.current = drawing.editedId !== null;
    // Enter on the slide finishes the edit; until it is saved or discarded, the shape can be edited again.
    if (hasStopped && isChanging) begin();
  }, [drawing.editedId, isChanging, begin]);

  const sketchNow = useCallback(
    () => (mustDraw ? (viewer?.annotations.sketchedVertices() ?? unfinished.current?.vertices ?? []) : []),
    [viewer, mustDraw],
  );
  return { drawing, shapeNow, begin, sketchNow };
}
