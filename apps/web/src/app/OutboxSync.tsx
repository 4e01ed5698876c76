/** Sends, from any screen, changes that a slide or quiz page could not send (rule D-14). */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { sendAnnotation } from "#annotation/annotation.api.ts";
import { ANNOTATION_CHANNEL } from "#annotation/annotation-outbox.ts";
import { NOTE_CHANNEL } from "#note/note-outbox.ts";
import { sendNote } from "#note/send-note.ts";
import { useOpenOutbox } from "#platform/outbox/current-outbox.ts";
import type { OutboxOwner } from "#platform/outbox/outbox-entry.ts";
import { activePreview } from "#platform/preview.ts";
import { useSession } from "#platform/session.tsx";
import { listStoredAttempts } from "#quiz-attempt/stored-answers.ts";

/** One row per channel. */
const SENDERS = { [ANNOTATION_CHANNEL]: sendAnnotation, [NOTE_CHANNEL]: sendNote };

export function OutboxSync() {
  const { user, site, isExpired } = useSession();
  const owner = useMemo(() => (user ? { siteId: site.id, userId: user.id } : null), [user, site.id]);
  useOpenOutbox(owner, SENDERS, user !== null && !isExpired);
  useStoredAnswers(isExpired ? null : owner);
  return null;
}

/** Sends stored quiz answers now, and whenever the network is back. @param owner null: nobody is signed in. */
function useStoredAnswers(owner: OutboxOwner | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // A preview writes nothing.
    if (!owner || activePreview() !== null) return;
    const send = () => {
      const attempts = listStoredAttempts(owner);
      if (attempts.length === 0) return;
      // Offline it cannot be loaded; it is retried later.
      void import("#quiz-attempt/send-stored-answers.ts").then(
        ({ sendStoredAnswers }) => sendStoredAnswers(attempts, queryClient),
        () => {},
      );
    };
    send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [owner, queryClient]);
}
