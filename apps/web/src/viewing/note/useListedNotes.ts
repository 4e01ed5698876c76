import { useMemo } from "react";
import { useOutboxSnapshot } from "#platform/outbox/current-outbox.ts";
import type { Outbox } from "#platform/outbox/outbox.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { useNotes } from "./note.api.ts";
import { applyNoteOutbox, type ListedNote, NOTE_CHANNEL, noteScopeOf } from "./note-outbox.ts";

interface ListedNotes {
  /** Oldest first, with pending entries of the outbox applied; null: loading. */
  readonly notes: readonly ListedNote[] | null;
  /** Notes rejected by the server, from any list on this slide. */
  readonly rejected: readonly OutboxEntry[];
  readonly hasFailed: boolean;
  readonly reload: () => void;
}

interface NotesPlace {
  readonly imageId: number;
  /** Null: the user's own notes. */
  readonly workGroupId: number | null;
  readonly author: string;
  readonly outbox: Outbox;
}

export function useListedNotes({ imageId, workGroupId, author, outbox }: NotesPlace): ListedNotes {
  const { data, isError, refetch } = useNotes(imageId, workGroupId);
  const { entries } = useOutboxSnapshot(outbox);
  const own = useMemo(
    () => entries.filter(({ channel, scope }) => channel === NOTE_CHANNEL && scope === noteScopeOf(imageId)),
    [entries, imageId],
  );
  const notes = useMemo(
    () => (data ? applyNoteOutbox(data, own, { workGroupId, author }) : null),
    [data, own, workGroupId, author],
  );
  const rejected = own.filter(({ refusal }) => refusal !== null);
  return { notes, rejected, hasFailed: isError && !data, reload: () => void refetch() };
}
