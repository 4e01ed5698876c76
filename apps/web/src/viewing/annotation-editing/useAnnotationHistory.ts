/** One undo history for all changes to the annotations of a slide on this page. */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useOrderAnnotations } from "#annotation/annotation-order.api.ts";
import { ANNOTATION_CHANNEL, scopeOfImage } from "#annotation/annotation-outbox.ts";
import {
  type AnnotationChange,
  NOTHING_DONE,
  redoChanges,
  type UndoableName,
  type UndoHistory,
  undoChanges,
  withAction,
  withNumbered,
  withRedone,
  withUndone,
} from "#annotation/annotation-undo.ts";
import type { AnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { showFailure } from "#platform/failure-toast.ts";
import type { OutboxRequest } from "#platform/outbox/outbox-entry.ts";

export interface AnnotationHistory {
  /** The action that would be undone; null: none. */
  readonly undoName: UndoableName | null;
  readonly redoName: UndoableName | null;
  readonly undo: () => void;
  readonly redo: () => void;
}

export function useAnnotationHistory(imageId: number, { actions, outbox }: AnnotationBoard): AnnotationHistory {
  const latest = useRef<UndoHistory>(NOTHING_DONE);
  const [history, setHistory] = useState<UndoHistory>(NOTHING_DONE);
  const order = useOrderAnnotations(imageId);
  const change = useCallback((next: UndoHistory): void => {
    latest.current = next;
    setHistory(next);
  }, []);
  // The page stays mounted when the slide changes.
  const ofImage = useRef(imageId);
  useEffect(() => {
    if (ofImage.current !== imageId) change(NOTHING_DONE);
    ofImage.current = imageId;
  }, [imageId, change]);
  useEffect(() => actions.subscribe((action) => change(withAction(latest.current, action))), [actions, change]);
  useEffect(
    () =>
      outbox?.onEvent(({ kind, entry, ...event }) => {
        if (kind !== "saved" || entry.subjectId >= 0 || !("delivery" in event)) return;
        change(withNumbered(latest.current, entry.subjectId, event.delivery.id));
      }),
    [outbox, change],
  );

  async function carryOut(changes: readonly AnnotationChange[]): Promise<void> {
    const request = { channel: ANNOTATION_CHANNEL, scope: scopeOfImage(imageId), place: window.location.pathname };
    const requests: OutboxRequest[] = [];
    for (const one of changes) {
      if (one.action === "order") {
        // Only annotations with an ID from the server have a position in its order.
        const ids = one.ids.filter((id) => id > 0);
        if (ids.length > 0) order.mutate(ids);
      } else requests.push({ ...request, ...one });
    }
    const ids = requests.length === 0 ? [] : await outbox?.addMany(requests);
    // Annotations that no longer exist cannot be restored from here; the others are restored.
    if (ids?.includes(null)) showFailure(new AppError("notFound", message("generic.failed")));
  }

  function step(changes: readonly AnnotationChange[] | undefined, next: UndoHistory): void {
    if (!changes || !outbox) return;
    change(next);
    carryOut(changes).catch(showFailure);
  }

  return {
    undoName: history.done.at(-1)?.name ?? null,
    redoName: history.undone.at(-1)?.name ?? null,
    undo() {
      const action = latest.current.done.at(-1);
      step(action && undoChanges(action), withUndone(latest.current));
    },
    redo() {
      const action = latest.current.undone.at(-1);
      step(action && redoChanges(action), withRedone(latest.current));
    },
  };
}
