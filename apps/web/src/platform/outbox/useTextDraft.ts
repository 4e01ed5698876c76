/** A draft text, stored in this browser for its author until it is sent. */
import { useCallback, useEffect, useState } from "react";
import type { Outbox } from "./outbox.ts";

/** Delay between the last keystroke and storing the draft. */
const DRAFT_PAUSE_MS = 300;

interface TextDraft {
  readonly written: string;
  readonly write: (text: string) => void;
  /** Deletes the draft, and cancels a pending write. */
  readonly clear: () => void;
}

/** @param scope one for each text field. */
export function useTextDraft(outbox: Outbox, scope: string): TextDraft {
  const [draft, setDraft] = useState<{ scope: string; text: string } | null>(null);
  const text = draft?.scope === scope ? draft.text : null;
  useEffect(() => {
    let isGone = false;
    void outbox.readDraft(scope).then((stored) => {
      if (isGone) return;
      // Text entered during loading is newer.
      setDraft((now) => (now?.scope === scope ? now : { scope, text: typeof stored === "string" ? stored : "" }));
    });
    return () => {
      isGone = true;
    };
  }, [outbox, scope]);
  useEffect(() => {
    if (text === null) return;
    const draft = text === "" ? undefined : text;
    // The page is closed before the delay is over.
    const handlePageHide = (): void => outbox.leaveDraft(scope, draft);
    const stopListening = (): void => window.removeEventListener("pagehide", handlePageHide);
    const write = async (): Promise<void> => {
      await outbox.writeDraft(scope, draft);
      stopListening();
    };
    window.addEventListener("pagehide", handlePageHide);
    const timer = setTimeout(() => void write(), DRAFT_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [outbox, scope, text]);
  const write = useCallback((next: string) => setDraft({ scope, text: next }), [scope]);
  const clear = useCallback(() => {
    setDraft({ scope, text: "" });
    void outbox.writeDraft(scope, undefined);
  }, [outbox, scope]);
  return { written: text ?? "", write, clear };
}
