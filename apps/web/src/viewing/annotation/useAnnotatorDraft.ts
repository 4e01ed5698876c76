/** Keeps what is drawn and written but not saved, and offers it again where it was. */
import { useEffect, useRef, useState } from "react";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { draftOf, readDraft } from "./annotator-draft.ts";
import type { AnnotatorState } from "./annotator-state.ts";

/** A draft is written so long after the last keystroke. */
const DRAFT_PAUSE_MS = 300;

/** @param scope under which it is kept. @param restore must not change. */
export function useAnnotatorDraft(
  outbox: Outbox | null,
  scope: string,
  state: AnnotatorState,
  restore: (restored: AnnotatorState) => void,
): void {
  const [isRead, setRead] = useState(false);
  /** What is still to be written; null: nothing. */
  const pending = useRef<(() => void) | null>(null);

  useEffect(() => {
    let isGone = false;
    setRead(false);
    if (!outbox) return;
    void outbox.readDraft(scope).then((kept) => {
      if (isGone) return;
      const draft = readDraft(kept);
      if (draft) restore(draft);
      setRead(true);
    });
    return () => {
      isGone = true;
    };
  }, [outbox, scope, restore]);

  useEffect(() => {
    pending.current = null;
    if (!outbox || !isRead || state.isSaving) return;
    const write = (): void => {
      pending.current = null;
      void outbox.writeDraft(scope, draftOf(state));
    };
    pending.current = write;
    const timer = setTimeout(write, DRAFT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [outbox, scope, state, isRead]);

  // The slide is left before the pause is over.
  useEffect(() => () => pending.current?.(), []);
}
