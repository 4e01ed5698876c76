/** The annotator on a slide: its state, what the viewer draws for it, its draft, and how it saves. */

import { isInAnnotationFilter } from "@parfocal/core/annotation/annotation-access.ts";
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { DrawingState } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { showFailure } from "#platform/failure-toast.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import {
  ANNOTATION_CHANNEL,
  type AnnotationFields,
  fieldsOf,
  type ListedAnnotation,
  scopeOfImage,
} from "./annotation-outbox.ts";
import { draftOf, readDraft } from "./annotator-draft.ts";
import {
  ANNOTATOR_OFF,
  type AnnotatorAction,
  type AnnotatorState,
  canSave,
  geometryOf,
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
  readonly dispatch: (action: AnnotatorAction) => void;
  readonly start: (typeName?: DrawnTypeName) => void;
  readonly edit: (annotation: ListedAnnotation) => void;
  /** Offers what the server refused again, as it was written. */
  readonly correct: (entry: OutboxEntry) => void;
  readonly save: () => Promise<void>;
  readonly remove: (annotation: ListedAnnotation) => Promise<void>;
  readonly stop: () => void;
}

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
  const { state, latest, dispatch } = useAnnotatorState();
  const [drawing, setDrawing] = useState<DrawingState>(NOT_DRAWING);
  const [isDraftRead, setIsDraftRead] = useState(false);
  /** As it was drawn: what the viewer then changes by itself is not shown to it again. */
  const [drawnWkt, setDrawnWkt] = useState<string | null>(null);
  const correctedKey = useRef<string | null>(null);
  const { outbox, annotations, setFilter } = board;
  const scope = scopeOfImage(image.id);
  const isAdding = state.mode === "add";
  const isFreehand = isDrawingFreehand(state);
  const mustDraw = isAdding && state.drawn === null;
  const isChanging = state.mode === "edit" || (isAdding && state.drawn !== null);

  useEffect(() => {
    if (!viewer) return;
    const stops = [
      viewer.on("drawingState", setDrawing),
      viewer.on("drawn", ({ wkt, measurement }) => {
        setDrawnWkt(wkt);
        dispatch({ kind: "drawn", drawn: { wkt, measurement } });
      }),
      viewer.on("edited", ({ wkt, measurement }) => dispatch({ kind: "drawn", drawn: { wkt, measurement } })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer, dispatch]);

  useEffect(() => {
    if (!viewer || !mustDraw) return;
    viewer.annotations.startDrawing(state.typeName, { isFreehand });
    return () => viewer.annotations.cancelDrawing();
  }, [viewer, mustDraw, state.typeName, isFreehand]);

  const wasDrawing = useRef(false);
  useEffect(() => {
    const hasStopped = wasDrawing.current && !drawing.isDrawing;
    wasDrawing.current = drawing.isDrawing;
    // Escape on the slide throws away what was begun; the tool stays in the hand.
    if (viewer && hasStopped && mustDraw) viewer.annotations.startDrawing(state.typeName, { isFreehand });
  }, [viewer, drawing.isDrawing, mustDraw, state.typeName, isFreehand]);

  const draftWkt = state.drawn ? drawnWkt : null;
  useShownAnnotations(viewer, board, draftWkt === null ? null : { wkt: draftWkt, state });

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

  async function save(): Promise<void> {
    viewer?.annotations.finishEditing();
    const saved = latest.current;
    if (!outbox || !canSave(saved)) return;
    dispatch({ kind: "saveStarted" });
    try {
      const isNew = saved.annotationId === NEW_ANNOTATION_ID;
      const subjectId = await outbox.add({
        channel: ANNOTATION_CHANNEL,
        scope,
        place: window.location.pathname,
        subjectId: saved.annotationId,
        action: isNew ? "create" : "update",
        fields: { ...fieldsToSave(saved, image.id, viewer) },
      });
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
        select(null);
      } catch (error) {
        showFailure(error);
      }
    },
    stop() {
      correctedKey.current = null;
      dispatch({ kind: "stop" });
      viewer?.focus();
      void outbox?.writeDraft(scope, undefined);
    },
  };
}

/** A learner's new annotation is none of an expert's: the list turns to where it can be seen. */
function showWhereItIs({ filter, setFilter, setVisible, viewer }: AnnotationBoard): void {
  setVisible(true);
  const facts = { authorId: viewer.id, isStudent: !viewer.isExpert };
  if (!isInAnnotationFilter(filter, viewer, facts)) setFilter("mine");
}

function fieldsToSave(state: AnnotatorState, imageId: number, viewer: SlideViewer | null): AnnotationFields {
  const { title, content, link, includeMeasurement } = state.form;
  const geometry = geometryOf(state);
  return {
    imageId,
    typeId: state.typeId,
    title: title.trim(),
    content: content.trim(),
    link: link.trim(),
    zoom: viewer?.getView().zoom ?? null,
    geometry: geometry?.wkt ?? "",
    measurement: geometry?.measurement ?? null,
    includeMeasurement,
  };
}

/** The annotator as it was when the refused thing was saved. One that is gone from the server becomes a new one. */
function correctionOf(entry: OutboxEntry, annotations: readonly ListedAnnotation[]): AnnotatorState {
  const { typeId, title, content, link, includeMeasurement, geometry, measurement } = fieldsOf(entry);
  const isThere = entry.action === "create" || annotations.some(({ id }) => id === entry.subjectId);
  return {
    ...ANNOTATOR_OFF,
    mode: entry.action === "update" && isThere ? "edit" : "add",
    annotationId: isThere ? entry.subjectId : NEW_ANNOTATION_ID,
    typeId,
    typeName: drawnTypeNameOf(typeId),
    drawn: { wkt: geometry, measurement },
    form: { title, content, link, includeMeasurement },
  };
}
