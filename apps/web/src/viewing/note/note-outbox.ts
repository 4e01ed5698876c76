/** Notes in the outbox: the contents of an entry, and how notes are shown before the server has them. */
import type { Note } from "@parfocal/core/note/note.contract.ts";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";

export const NOTE_CHANNEL = "note";

/** Unlike that of the image's annotations: theirs are listed elsewhere. */
export const noteScopeOf = (imageId: number): string => `notes:${imageId}`;

/** Sent whole with each change. */
export interface NoteFields {
  readonly imageId: number;
  /** null: one's own. */
  readonly workGroupId: number | null;
  readonly content: string;
}

export interface ListedNote extends Note {
  readonly isWaiting: boolean;
}

/** Fields of an entry that this page wrote; the queue itself knows none. */
export function noteFieldsOf(entry: OutboxEntry): NoteFields {
  return entry.fields as unknown as NoteFields;
}

/** The clocks of browser and server may differ by so much, ms. */
const CLOCK_TOLERANCE_MS = 300_000;

/**
 * The server's note that an entry has made, whose answer is still on its way: a list that was requested since then has
 * it.
 *
 * @param taken IDs of notes that other entries have created.
 */
function madeBy(entry: OutboxEntry, notes: readonly Note[], taken: ReadonlySet<number>): Note | undefined {
  if (entry.action !== "create" || entry.firstAttemptAt === null) return undefined;
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
 * The list as it will be: the server's, with what waits in the outbox applied; oldest first.
 *
 * @param entries of notes on this image, in the order they are sent.
 * @param workGroupId whose notes are listed; null: the author's own.
 */
export function applyNoteOutbox(
  notes: readonly Note[],
  entries: readonly OutboxEntry[],
  { workGroupId, author }: { workGroupId: number | null; author: string },
): ListedNote[] {
  const byId = new Map<number, ListedNote>(notes.map((note) => [note.id, { ...note, isWaiting: false }]));
  const numbered = new Map<number, number>();
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
