/** A text that is being written, kept in this browser for its author until it is sent. */
import { useCallback, useEffect, useState } from "react";
import type { Outbox } from "./outbox.ts";

/** A draft is written so long after the last keystroke. */
const DRAFT_PAUSE_MS = 300;

interface TextDraft {
  readonly written: string;
  readonly write: (text: string) => void;
  /** Nothing is written any more, and nothing kept. */
  readonly clear: () => void;
}

/** @param scope one per place where something can be written. */
export function useTextDraft(outbox: Outbox, scope: string): TextDraft {
  const [draft, setDraft] = useState<{ scope: string; text: string } | null>(null);
  const text = draft?.scope === scope ? draft.text : null;
  useEffect(() => {
    let isGone = false;
    void outbox.readDraft(scope).then((kept) => {
      if (isGone) return;
      // What was typed meanwhile is newer.
      setDraft((now) => (now?.scope === scope ? now : { scope, text: typeof kept === "string" ? kept : "" }));
    });
    return () => {
      isGone = true;
    };
  }, [outbox, scope]);
  useEffect(() => {
    if (text === null) return;
    const draft = text === "" ? undefined : text;
    // The page goes before the pause is over.
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
