/** Keeps the outbox open on every screen, so that what a slide's page could not send is sent from wherever one is (rule D-14). */
import { useMemo } from "react";
import { sendAnnotation } from "#annotation/annotation.api.ts";
import { ANNOTATION_CHANNEL } from "#annotation/annotation-outbox.ts";
import { NOTE_CHANNEL } from "#note/note-outbox.ts";
import { sendNote } from "#note/send-note.ts";
import { useOpenOutbox } from "#platform/outbox/current-outbox.ts";
import { useSession } from "#platform/session.tsx";

/** Who sends what: one row per channel. */
const SENDERS = { [ANNOTATION_CHANNEL]: sendAnnotation, [NOTE_CHANNEL]: sendNote };

export function OutboxSync() {
  const { user, site, isExpired } = useSession();
  const owner = useMemo(() => (user ? { siteId: site.id, userId: user.id } : null), [user, site.id]);
  useOpenOutbox(owner, SENDERS, user !== null && !isExpired);
  return null;
}
