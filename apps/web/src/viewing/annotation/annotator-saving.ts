/** How the annotator saves: new, changed, quick and deleted annotations. */
import { NEW_ANNOTATION_ID } from "@parfocal/core/annotation/annotation-types.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { RefObject } from "react";
import { showFailure } from "#platform/failure-toast.ts";
import { ANNOTATION_CHANNEL, fieldsOfAnnotation, type ListedAnnotation, scopeOfImage } from "./annotation-outbox.ts";
import type { UndoableStep } from "./annotation-undo.ts";
import { draftOf } from "./annotator-draft.ts";
import { fieldsOfQuick, fieldsToSave, showWhereItIs } from "./annotator-fields.ts";
import { canSave, canSaveQuick } from "./annotator-state.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { AnnotatorStore } from "./useAnnotatorShape.ts";

interface AnnotatorSavingOptions extends Pick<AnnotatorStore, "latest" | "dispatch"> {
  readonly image: Image;
  readonly viewer: SlideViewer | null;
  readonly board: AnnotationBoard;
  /** Outbox key of the rejected change that is being corrected; null: none. */
  readonly correctedKey: RefObject<string | null>;
  readonly draftScope: string;
}

export interface AnnotatorSaving {
  readonly save: () => Promise<void>;
  /** Saves all quick annotations. */
  readonly saveQuick: () => Promise<void>;
  readonly remove: (annotation: ListedAnnotation) => Promise<void>;
}

export function annotatorSaving(options: AnnotatorSavingOptions): AnnotatorSaving {
  const { image, viewer, board, latest, dispatch, correctedKey, draftScope } = options;
  const { outbox, annotations, actions } = board;
  const scope = scopeOfImage(image.id);

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

  return {
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
        board.select(null);
      } catch (error) {
        showFailure(error);
      }
    },
  };
}
