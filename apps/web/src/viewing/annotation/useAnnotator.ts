/** The annotator on a slide: its state, what the viewer draws for it, its draft, and how it saves. */
import { type DrawnTypeName, NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { DrawingState, ShapeNow } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showProblem } from "#platform/failure-toast.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { ANNOTATION_CHANNEL, fieldsOfAnnotation, type ListedAnnotation, scopeOfImage } from "./annotation-outbox.ts";
import type { UndoableStep } from "./annotation-undo.ts";
import { draftOf } from "./annotator-draft.ts";
import { correctionOf, fieldsOfQuick, fieldsToSave, showWhereItIs } from "./annotator-fields.ts";
import {
  ANNOTATOR_OFF,
  type AnnotatorAction,
  type AnnotatorState,
  canSave,
  canSaveQuick,
  nextAnnotatorState,
} from "./annotator-state.ts";
import { drawnTypeNameOf } from "./drawing-tools.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { useAnnotatorDraft } from "./useAnnotatorDraft.ts";
import { type AnnotatorStore, useAnnotatorShape } from "./useAnnotatorShape.ts";

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

function useAnnotatorStore(): AnnotatorStore {
  const latest = useRef(ANNOTATOR_OFF);
  const [state, setState] = useState(ANNOTATOR_OFF);
  const dispatch = useCallback((action: AnnotatorAction) => {
    latest.current = nextAnnotatorState(latest.current, action);
    setState(latest.current);
  }, []);
  return { state, latest, dispatch };
}

/** @param sameBefore how many viewers of the same slide stand before it on the page: each has a draft of its own. */
export function useAnnotator(
  image: Image,
  viewer: SlideViewer | null,
  board: AnnotationBoard,
  sameBefore = 0,
): Annotator {
  const { t } = useTranslation();
  const store = useAnnotatorStore();
  const { state, latest, dispatch } = store;
  const { drawing, shapeNow, begin, sketchNow } = useAnnotatorShape(viewer, board, store);
  const correctedKey = useRef<string | null>(null);
  const { outbox, annotations, actions, setFilter } = board;
  const scope = scopeOfImage(image.id);
  // What is drawn here stays here, whichever viewer comes or goes before it.
  const [draftScope] = useState(sameBefore === 0 ? scope : `${scope}:${sameBefore}`);

  const restore = useCallback(
    (restored: AnnotatorState, sketch: readonly SlidePoint[] = []) => {
      // The list shows what is edited, whoever made it.
      if (restored.mode === "edit") setFilter("all");
      dispatch({ kind: "restore", state: restored });
      begin(sketch);
    },
    [dispatch, setFilter, begin],
  );
  useAnnotatorDraft(outbox, draftScope, state, { restore, sketchNow });

  useEffect(
    () =>
      outbox?.onEvent((event) => {
        if (event.kind !== "saved" || event.entry.channel !== ANNOTATION_CHANNEL) return;
        const { annotationId } = latest.current;
        if (event.entry.subjectId !== annotationId || event.delivery.id === annotationId) return;
        dispatch({ kind: "numbered", id: event.delivery.id });
        begin();
      }),
    [outbox, latest, dispatch, begin],
  );

  const placeNow = () => ({
    imageId: image.id,
    zoom: viewer?.getView().zoom ?? null,
    workGroupId: board.drawnIn,
  });

  async function save(): Promise<void> {
    const saved = latest.current;
    if (!outbox || !canSave(saved)) return;
    dispatch({ kind: "saveStarted" });
    try {
      const isNew = saved.annotationId === NEW_ANNOTATION_ID;
      const listed = annotations.find(({ id }) => id === saved.annotationId);
      const before = saved.before ?? (listed ? fieldsOfAnnotation(listed) : null);
      const place = before ? { ...placeNow(), workGroupId: before.workGroupId ?? null } : placeNow();
      const fields = fieldsToSave(saved, place);
      const subjectId = await outbox.add({
        channel: ANNOTATION_CHANNEL,
        scope,
        place: window.location.pathname,
        subjectId: saved.annotationId,
        action: isNew ? "create" : "update",
        fields: { ...fields },
        base: saved.before ? { ...saved.before } : undefined,
      });
      if (isNew) actions.emit({ name: "create", steps: [{ kind: "create", id: subjectId, fields }] });
      else if (before) {
        actions.emit({ name: "change", steps: [{ kind: "change", id: subjectId, before, after: fields }] });
      }
      if (correctedKey.current) await outbox.discard(correctedKey.current);
      correctedKey.current = null;
      await outbox.writeDraft(draftScope, undefined);
      if (saved.mode === "add") showWhereItIs(board);
      dispatch({ kind: "saved" });
      const isGoingOn = latest.current.mode === "add";
      board.select(isGoingOn ? null : subjectId);
      if (isGoingOn) viewer?.focus();
    } catch (error) {
      dispatch({ kind: "saveEnded" });
      showFailure(error);
    }
  }

  async function saveQuick(): Promise<void> {
    const { quick } = latest.current;
    if (!outbox || !canSaveQuick(latest.current)) return;
    dispatch({ kind: "saveStarted" });
    try {
      const request = { channel: ANNOTATION_CHANNEL, scope, place: window.location.pathname };
      const all = quick.map((one) => fieldsOfQuick(one, placeNow()));
      const ids = await outbox.addMany(
        all.map((fields) => ({ ...request, subjectId: NEW_ANNOTATION_ID, action: "create", fields })),
      );
      dispatch({ kind: "quickSaved", keys: quick.map(({ key }) => key) });
      const steps = all.flatMap((fields, index): UndoableStep[] => {
        const id = ids[index] ?? null;
        return id === null ? [] : [{ kind: "create", id, fields }];
      });
      actions.emit({ name: "create", steps });
      await outbox.writeDraft(draftScope, draftOf(latest.current));
      showWhereItIs(board);
    } catch (error) {
      showFailure(error);
    } finally {
      dispatch({ kind: "saveEnded" });
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
      dispatch({ kind: "edit", annotation, typeName: drawnTypeNameOf(annotation.typeId) });
      begin();
    },
    correct(entry) {
      const { quick, lastTitle } = latest.current;
      if (draftOf({ ...latest.current, quick: [] }) !== undefined) {
        showProblem(t("annotation.correctLater"));
        return;
      }
      dispatch({ kind: "stop" });
      correctedKey.current = entry.key;
      restore({ ...correctionOf(entry), quick, lastTitle });
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
        actions.emit({ name: "remove", steps: [{ kind: "remove", id: annotation.id, annotation }] });
        select(null);
      } catch (error) {
        showFailure(error);
      }
    },
    stop() {
      correctedKey.current = null;
      dispatch({ kind: "stop" });
      viewer?.focus();
      void outbox?.writeDraft(draftScope, draftOf(latest.current));
    },
  };
}
