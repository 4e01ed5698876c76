/** The annotator on a slide: its state, the drawing in the viewer, its draft, and saving. */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { DrawingState, ShapeNow } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { useDrawnTypes } from "./annotation.api.ts";
import { ANNOTATION_CHANNEL, type ListedAnnotation, scopeOfImage } from "./annotation-outbox.ts";
import { draftOf } from "./annotator-draft.ts";
import { correctionOf } from "./annotator-fields.ts";
import { type AnnotatorSaving, annotatorSaving } from "./annotator-saving.ts";
import { ANNOTATOR_OFF, type AnnotatorAction, type AnnotatorState, nextAnnotatorState } from "./annotator-state.ts";
import { drawnTypeNameOf } from "./drawing-tools.ts";
import { keepTool, readStoredTool } from "./stored-tool.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { useAnnotatorDraft } from "./useAnnotatorDraft.ts";
import { type AnnotatorStore, useAnnotatorShape } from "./useAnnotatorShape.ts";

export interface Annotator extends AnnotatorSaving {
  readonly state: AnnotatorState;
  readonly drawing: DrawingState;
  /** The edited shape after the last step; null: none. */
  readonly shapeNow: ShapeNow | null;
  /** Drawable types, in tool order. */
  readonly typeNames: readonly DrawnTypeName[];
  readonly dispatch: (action: AnnotatorAction) => void;
  readonly start: (typeName?: DrawnTypeName) => void;
  readonly edit: (annotation: ListedAnnotation) => void;
  /** Opens a rejected change with its input. */
  readonly correct: (entry: OutboxEntry) => void;
  readonly stop: () => void;
}

/** The annotator starts with the tool used last. */
function useAnnotatorStore(): AnnotatorStore {
  const [state, setState] = useState((): AnnotatorState => ({ ...ANNOTATOR_OFF, ...readStoredTool() }));
  const latest = useRef(state);
  const dispatch = useCallback((action: AnnotatorAction) => {
    latest.current = nextAnnotatorState(latest.current, action);
    if (action.kind === "chooseType" || action.kind === "chooseBrush") keepTool(latest.current);
    setState(latest.current);
  }, []);
  return { state, latest, dispatch };
}

/** @param sameBefore number of preceding viewers on the page with the same slide; each has its own draft. */
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
  const typeNames = useDrawnTypes(state.mode === "add");
  const correctedKey = useRef<string | null>(null);
  const { outbox, select, setFilter } = board;
  const scope = scopeOfImage(image.id);
  // Constant for the life of this viewer, even if earlier viewers are opened or closed.
  const [draftScope] = useState(sameBefore === 0 ? scope : `${scope}:${sameBefore}`);

  const restore = useCallback(
    (restored: AnnotatorState, sketch: readonly SlidePoint[] = []) => {
      // The list must show the edited annotation, even one by another author.
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
    typeNames,
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
    ...annotatorSaving({ image, viewer, board, latest, dispatch, correctedKey, draftScope }),
    stop() {
      correctedKey.current = null;
      dispatch({ kind: "stop" });
      viewer?.focus();
      void outbox?.writeDraft(draftScope, draftOf(latest.current));
    },
  };
}
