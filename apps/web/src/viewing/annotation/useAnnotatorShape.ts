/** The shape that the viewer draws and changes: reported after each step, so that none is lost with the viewer or the page. */
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
  /** The newest one, for what must not wait for the next drawing of the page. */
  readonly latest: Readonly<RefObject<AnnotatorState>>;
  readonly dispatch: (action: AnnotatorAction) => void;
}

interface AnnotatorShape {
  readonly drawing: DrawingState;
  /** What is being changed, after the last step; null: nothing. */
  readonly shapeNow: ShapeNow | null;
  /** Lets the viewer change the shape in hand, as it is now, from the beginning; what is still to be drawn has the sketch's vertices already. */
  readonly begin: (sketch?: readonly SlidePoint[]) => void;
  /** The vertices of what is begun and not finished. */
  readonly sketchNow: () => readonly SlidePoint[];
}

/** Of a drawing: where its vertices come from; null: from a page that is gone. */
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
  /** The shape as it was when its change began: what the viewer then does to it is not shown to it again. */
  const [begun, setBegun] = useState<{ readonly wkt: string } | null>(null);
  const unfinished = useRef<Unfinished | null>(null);
  const isFreehand = isDrawingFreehand(state);
  const { typeName, isBrush, editingTool, annotationId } = state;
  const mustDraw = state.mode === "add" && state.drawn === null;
  const isChanging = hasShapeInHand(state);

  const begin = useCallback(
    (sketch: readonly SlidePoint[] = []) => {
      const geometry = geometryOf(latest.current);
      setBegun(geometry && { wkt: geometry.wkt });
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
        // Types that are not drawn here keep theirs.
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

  // A slide that has got more levels has another viewer, which knows nothing of what the one before did.
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
    // Escape on the slide throws away what was begun; the tool stays in the hand.
    if (viewer && hasStopped && mustDraw) viewer.annotations.startDrawing(typeName, { isFreehand, isBrush });
  }, [viewer, drawing.isDrawing, mustDraw, typeName, isFreehand, isBrush]);

  const draft = isChanging && begun ? { wkt: begun.wkt, state } : null;
  useShownAnnotations(viewer, board, draft, state.quick);

  useEffect(() => {
    if (!viewer || !isChanging || !begun) return;
    viewer.annotations.startEditing(annotationId);
    return () => viewer.annotations.cancelEditing();
  }, [viewer, isChanging, begun, annotationId]);

  const wasChanging = useRef(false);
  useEffect(() => {
    const hasStopped = wasChanging.current && drawing.editedId === null;
    wasChanging.current = drawing.editedId !== null;
    // Enter on the slide ends the change there; until it is saved or given up, the shape can be changed again.
    if (hasStopped && isChanging) begin();
  }, [drawing.editedId, isChanging, begin]);

  const sketchNow = useCallback(
    () => (mustDraw ? (viewer?.annotations.sketchedVertices() ?? unfinished.current?.vertices ?? []) : []),
    [viewer, mustDraw],
  );
  return { drawing, shapeNow, begin, sketchNow };
}
