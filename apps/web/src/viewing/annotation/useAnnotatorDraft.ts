/** Stores the unsaved drawing and texts, and restores them on the same page. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { useEffect, useRef, useState } from "react";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { useLatest } from "#ui/useLatest.ts";
import { draftOf, readDraft } from "./annotator-draft.ts";
import type { AnnotatorState } from "./annotator-state.ts";

/** Delay after the last keystroke before a draft is written. */
const DRAFT_PAUSE_MS = 300;

interface DraftKeeping {
  /** Restores a stored draft. Both functions must be stable. */
  readonly restore: (restored: AnnotatorState, sketch: readonly SlidePoint[]) => void;
  /** Current vertices of an unfinished shape. */
  readonly sketchNow: () => readonly SlidePoint[];
}

/** @param scope storage key. */
export function useAnnotatorDraft(
  outbox: Outbox | null,
  scope: string,
  state: AnnotatorState,
  { restore, sketchNow }: DraftKeeping,
): void {
  const [isRead, setRead] = useState(false);
  /** Pending writes, including those not confirmed yet; null: none. */
  const pending = useRef<(() => void) | null>(null);
  const latest = useLatest(state);

  useEffect(() => {
    let isGone = false;
    setRead(false);
    if (!outbox) return;
    void outbox.readDraft(scope).then((stored) => {
      if (isGone) return;
      const draft = readDraft(stored);
      if (draft) restore(draft.state, draft.sketch);
      setRead(true);
    });
    return () => {
      isGone = true;
    };
  }, [outbox, scope, restore]);

  useEffect(() => {
    pending.current = null;
    if (!outbox || !isRead || state.isSaving) return;
    const write = async (): Promise<void> => {
      await outbox.writeDraft(scope, draftOf(state));
      if (pending.current === writeNow) pending.current = null;
    };
    const writeNow = (): void => void write();
    pending.current = writeNow;
    const timer = setTimeout(writeNow, DRAFT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [outbox, scope, state, isRead]);

  // The slide is closed before the pause is over.
  useEffect(() => () => pending.current?.(), []);

  // On unload: writes started after this may not complete.
  useEffect(() => {
    if (!outbox || !isRead) return;
    const handlePageHide = (): void => {
      const sketch = sketchNow();
      if (pending.current === null && sketch.length === 0) return;
      outbox.leaveDraft(scope, draftOf(latest.current, sketch));
    };
    window.addEventListener("pagehide", handlePageHide);
    return () => window.removeEventListener("pagehide", handlePageHide);
  }, [outbox, scope, isRead, sketchNow]);
}
