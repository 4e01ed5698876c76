/** Notes in the outbox: the fields of an entry, and optimistic display. */
import type { Note } from "@parfocal/core/note/note.contract.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";

export const NOTE_CHANNEL = "note";

/** A separate scope from that of the image's annotations, which are listed elsewhere. */
export const noteScopeOf = (imageId: number): string => `notes:${imageId}`;

/** All fields are sent with each change. */
export interface NoteFields {
  readonly imageId: number;
  /** Null: the user's own note. */
  readonly workGroupId: number | null;
  readonly content: string;
}

export interface ListedNote extends Note {
  readonly isWaiting: boolean;
}

/** Fields of an entry written by this page. The queue itself does not know their type. */
export function noteFieldsOf(entry: OutboxEntry): NoteFields {
  return entry.fields as unknown as NoteFields;
}

/** Maximum difference between the clocks of browser and server, ms. */
const CLOCK_TOLERANCE_MS = 300_000;

/**
 * The server's note that an entry has created while its response is still pending: a list requested since then already
 * contains it.
 *
 * @param taken IDs of notes that other entries have created.
 */
function madeBy(entry: OutboxEntry, notes: readonly Note[], taken: ReadonlySet<number>): Note | undefined {
  if (entry.action !== "create" || entry.firstAttemptAt === null || entry.subjectId >= 0) return undefined;
  const { content, workGroupId } = noteFieldsOf(entry);
  return notes.find(
    (note) =>
      note.isUserOwner &&
      note.content === content &&
      note.workGroupId === workGroupId &&
      Date.parse(note.createdAt) >= entry.createdAt - CLOCK_TOLERANCE_MS &&
      !taken.has(note.id),
  );
}

/**
 * The optimistic list: the server's, with pending entries of the outbox applied; oldest first.
 *
 * @param entries of notes on this image, in the order they are sent.
 * @param workGroupId work group of the listed notes; null: the author's own.
 */
export function applyNoteOutbox(
  notes: readonly Note[],
  entries: readonly OutboxEntry[],
  { workGroupId, author }: { workGroupId: number | null; author: string },
): ListedNote[] {
  const byId = new Map<number, ListedNote>(notes.map((note) => [note.id, { ...note, isWaiting: false }]));
  const numbered = new Map<number, number>();
  for (const { subjectId } of entries) if (subjectId >= 0) numbered.set(subjectId, subjectId);
  for (const entry of entries) {
    if (entry.refusal !== null) continue;
    const { content, imageId, workGroupId: writtenIn } = noteFieldsOf(entry);
    const made = madeBy(entry, notes, new Set(numbered.values()));
    if (made) {
      numbered.set(entry.subjectId, made.id);
      continue;
    }
    const id = numbered.get(entry.subjectId) ?? entry.subjectId;
    const known = byId.get(id);
    if (entry.action === "remove") byId.delete(id);
    else if (known) byId.set(id, { ...known, content, isWaiting: true });
    else if (entry.action === "create" && writtenIn === workGroupId) {
      const madeAt = new Date(entry.createdAt).toISOString();
      byId.set(entry.subjectId, {
        ...{ id: entry.subjectId, content, imageId, slideId: imageId, workGroupId, author },
        ...{ isUserOwner: true, createdAt: madeAt, updatedAt: madeAt, isWaiting: true },
      });
    }
  }
  return [...byId.values()];
}
