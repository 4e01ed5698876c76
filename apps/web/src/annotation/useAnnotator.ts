/** The annotator on a slide: its state, what the viewer draws for it, its draft, and how it saves. */
import {
  type AnnotationTypeName,
  DRAWN_TYPE_NAMES,
  type DrawnTypeName,
  NEW_ANNOTATION_ID,
} from "@parfocal/core/annotation/annotation-types.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { DrawingState, ShapeNow } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { ANNOTATION_CHANNEL, fieldsOfAnnotation, type ListedAnnotation, scopeOfImage } from "./annotation-outbox.ts";
import type { UndoableStep } from "./annotation-undo.ts";
import { draftOf, readDraft } from "./annotator-draft.ts";
import { correctionOf, fieldsOfQuick, fieldsToSave, showWhereItIs } from "./annotator-fields.ts";
import {
  ANNOTATOR_OFF,
  type AnnotatorAction,
  type AnnotatorState,
  canSave,
  canSaveQuick,
  isDrawingFreehand,
  nextAnnotatorState,
} from "./annotator-state.ts";
import { drawnTypeNameOf } from "./drawing-tools.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { useShownAnnotations } from "./useShownAnnotations.ts";

/** A draft is written so long after the last keystroke. */
const DRAFT_PAUSE_MS = 300;

const NOT_DRAWING: DrawingState = {
  isDrawing: false,
  editedId: null,
  isFreehand: false,
  typeName: null,
  canUndo: false,
  canRedo: false,
  canFinish: false,
};

export interface Annotator {
  readonly state: AnnotatorState;
  readonly drawing: DrawingState;
  /** What is being changed, after the last step; null: nothing. */
  readonly shapeNow: ShapeNow | null;
  readonly dispatch: (action: AnnotatorAction) => void;
  readonly start: (typeName?: DrawnTypeName) => void;
  readonly edit: (annotation: ListedAnnotation) => void;
  /** Offers what the server refused again, as it was written. */
  readonly correct: (entry: OutboxEntry) => void;
  readonly save: () => Promise<void>;
  /** Saves all that were drawn quickly. */
  readonly saveQuick: () => Promise<void>;
  readonly remove: (annotation: ListedAnnotation) => Promise<void>;
  readonly stop: () => void;
}

const isDrawn = (typeName: AnnotationTypeName): typeName is DrawnTypeName =>
  DRAWN_TYPE_NAMES.some((name) => name === typeName);

/** The reducer's state, and always its newest one for what must not wait for the next drawing of the page. */
function useAnnotatorState() {
  const latest = useRef(ANNOTATOR_OFF);
  const [state, setState] = useState(ANNOTATOR_OFF);
  const dispatch = useCallback((action: AnnotatorAction) => {
    latest.current = nextAnnotatorState(latest.current, action);
    setState(latest.current);
  }, []);
  return { state, latest, dispatch };
}

export function useAnnotator(image: Image, viewer: SlideViewer | null, board: AnnotationBoard): Annotator {
  const { t } = useTranslation();
  const { state, latest, dispatch } = useAnnotatorState();
  const [shapeNow, setShapeNow] = useState<ShapeNow | null>(null);
  const [drawing, setDrawing] = useState<DrawingState>(NOT_DRAWING);
  const [isDraftRead, setIsDraftRead] = useState(false);
  /** As it was drawn: what the viewer then changes by itself is not shown to it again. */
  const [drawnWkt, setDrawnWkt] = useState<string | null>(null);
  const correctedKey = useRef<string | null>(null);
  const { outbox, annotations, deeds, setFilter } = board;
  const scope = scopeOfImage(image.id);
  const isAdding = state.mode === "add";
  const isFreehand = isDrawingFreehand(state);
  const { isBrush } = state;
  const mustDraw = isAdding && state.drawn === null;
  const isChanging = state.mode === "edit" || (isAdding && state.drawn !== null);

  useEffect(() => {
    if (!viewer) return;
    const stops = [
      viewer.on("drawingState", setDrawing),
      viewer.on("drawn", ({ wkt, measurement }) => {
        setDrawnWkt(wkt);
        dispatch({ kind: "drawn", drawn: { wkt, measurement }, presetTitle: t("annotationEditing.quickTitle") });
      }),
      viewer.on("edited", ({ typeName, wkt, measurement }) =>
        // Types that are not drawn here keep theirs.
        dispatch({ kind: "drawn", drawn: { wkt, measurement }, ...(isDrawn(typeName) ? { typeName } : {}) }),
      ),
      viewer.on("shapeNow", (shape) => {
        setShapeNow(shape);
        dispatch({ kind: "crossing", isCrossing: shape !== null && shape.crossesAt !== null });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer, dispatch, t]);

  useEffect(() => {
    if (!viewer || !mustDraw) return;
    viewer.annotations.startDrawing(state.typeName, { isFreehand, isBrush });
    return () => viewer.annotations.cancelDrawing();
  }, [viewer, mustDraw, state.typeName, isFreehand, isBrush]);

  const { editingTool } = state;
  useEffect(() => {
    if (isChanging) viewer?.annotations.setEditingTool(editingTool);
  }, [viewer, isChanging, editingTool]);

  const wasDrawing = useRef(false);
  useEffect(() => {
    const hasStopped = wasDrawing.current && !drawing.isDrawing;
    wasDrawing.current = drawing.isDrawing;
    // Escape on the slide throws away what was begun; the tool stays in the hand.
    if (viewer && hasStopped && mustDraw) viewer.annotations.startDrawing(state.typeName, { isFreehand, isBrush });
  }, [viewer, drawing.isDrawing, mustDraw, state.typeName, isFreehand, isBrush]);

  const draftWkt = state.drawn ? drawnWkt : null;
  useShownAnnotations(viewer, board, draftWkt === null ? null : { wkt: draftWkt, state }, state.quick);

  const isOnSlide = isAdding || annotations.some(({ id }) => id === state.annotationId);
  useEffect(() => {
    if (!viewer || !isChanging || !isOnSlide) return;
    viewer.annotations.startEditing(state.annotationId);
    return () => viewer.annotations.cancelEditing();
  }, [viewer, isChanging, isOnSlide, state.annotationId]);

  const restore = useCallback(
    (restored: AnnotatorState) => {
      setDrawnWkt(restored.drawn?.wkt ?? null);
      // What is edited must be on the slide, whoever made it.
      if (restored.mode === "edit") setFilter("all");
      dispatch({ kind: "restore", state: restored });
    },
    [dispatch, setFilter],
  );

  useEffect(() => {
    let isGone = false;
    setIsDraftRead(false);
    if (!outbox) return;
    void outbox.readDraft(scope).then((kept) => {
      if (isGone) return;
      const draft = readDraft(kept);
      if (draft) restore(draft);
      setIsDraftRead(true);
    });
    return () => {
      isGone = true;
    };
  }, [outbox, scope, restore]);

  useEffect(() => {
    if (!outbox || !isDraftRead || state.isSaving) return;
    const timer = setTimeout(() => void outbox.writeDraft(scope, draftOf(state)), DRAFT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [outbox, scope, state, isDraftRead]);

  const placeNow = () => ({
    imageId: image.id,
    zoom: viewer?.getView().zoom ?? null,
    workGroupId: board.drawnIn,
  });

  async function save(): Promise<void> {
    // What crosses itself stays in the hand, to be mended.
    if (!latest.current.isCrossing) viewer?.annotations.finishEditing();
    const saved = latest.current;
    if (!outbox || !canSave(saved)) return;
    dispatch({ kind: "saveStarted" });
    try {
      const isNew = saved.annotationId === NEW_ANNOTATION_ID;
      const before = annotations.find(({ id }) => id === saved.annotationId);
      const place = before ? { ...placeNow(), workGroupId: before.workGroupId } : placeNow();
      const fields = fieldsToSave(saved, place);
      const subjectId = await outbox.add({
        channel: ANNOTATION_CHANNEL,
        scope,
        place: window.location.pathname,
        subjectId: saved.annotationId,
        action: isNew ? "create" : "update",
        fields: { ...fields },
      });
      if (isNew) deeds.tell({ name: "create", steps: [{ kind: "create", id: subjectId, fields }] });
      else if (before) {
        const change = { before: fieldsOfAnnotation(before), after: fields };
        deeds.tell({ name: "change", steps: [{ kind: "change", id: subjectId, ...change }] });
      }
      if (correctedKey.current) await outbox.discard(correctedKey.current);
      correctedKey.current = null;
      await outbox.writeDraft(scope, undefined);
      if (saved.mode === "add") showWhereItIs(board);
      dispatch({ kind: "saved" });
      const isGoingOn = latest.current.mode === "add";
      board.select(isGoingOn ? null : subjectId);
      if (isGoingOn) viewer?.focus();
    } catch (error) {
      dispatch({ kind: "saveFailed" });
      showFailure(error);
    }
  }

  async function saveQuick(): Promise<void> {
    const { quick } = latest.current;
    if (!outbox || !canSaveQuick(latest.current)) return;
    dispatch({ kind: "saveStarted" });
    try {
      const steps: UndoableStep[] = [];
      for (const one of quick) {
        const fields = fieldsOfQuick(one, placeNow());
        const request = { channel: ANNOTATION_CHANNEL, scope, place: window.location.pathname };
        const id = await outbox.add({ ...request, subjectId: NEW_ANNOTATION_ID, action: "create", fields });
        dispatch({ kind: "quickSaved", keys: [one.key] });
        steps.push({ kind: "create", id, fields });
      }
      deeds.tell({ name: "create", steps });
      showWhereItIs(board);
    } catch (error) {
      dispatch({ kind: "saveFailed" });
      showFailure(error);
    }
  }

  const { select } = board;
  const start = useCallback(
    (typeName?: DrawnTypeName) => {
      select(null);
      dispatch({ kind: "start", ...(typeName ? { typeName } : {}) });
    },
    [select, dispatch],
  );

  return {
    state,
    drawing,
    shapeNow,
    dispatch,
    start,
    edit(annotation) {
      select(annotation.id);
      setDrawnWkt(null);
      dispatch({ kind: "edit", annotation, typeName: drawnTypeNameOf(annotation.typeId) });
    },
    correct(entry) {
      dispatch({ kind: "stop" });
      correctedKey.current = entry.key;
      restore(correctionOf(entry, annotations));
    },
    save,
    saveQuick,
    async remove(annotation) {
      try {
        await outbox?.add({
          channel: ANNOTATION_CHANNEL,
          scope,
          place: window.location.pathname,
          subjectId: annotation.id,
          action: "remove",
          fields: { title: annotation.title },
        });
        deeds.tell({ name: "remove", steps: [{ kind: "remove", id: annotation.id, annotation }] });
        select(null);
      } catch (error) {
        showFailure(error);
      }
    },
    stop() {
      correctedKey.current = null;
      dispatch({ kind: "stop" });
      viewer?.focus();
      void outbox?.writeDraft(scope, draftOf(latest.current));
    },
  };
}
