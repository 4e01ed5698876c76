/**
 * Changes of an item whose editor was closed, e.g. by an undo. They are applied to the editor that shows the item
 * again, or stored in the browser until it does.
 */
import { type SeenVersions, seenOf } from "./draft-changes.ts";
import { keepChanges, readStoredChanges } from "./draft-store.ts";

/** Key within the stored changes; no field has this name. */
export const SEEN = "#seen";

interface OpenDraft {
  readonly values: () => object;
  readonly change: (changes: object) => void;
}

const openDrafts = new Map<string, OpenDraft>();

/** @returns a function that unregisters it. */
export function registerDraft(key: string, draft: OpenDraft): () => void {
  openDrafts.set(key, draft);
  return () => {
    if (openDrafts.get(key) === draft) openDrafts.delete(key);
  };
}

/** State of the editor when it was closed. */
interface LeftDraft<Values extends object> {
  readonly saved: Values;
  /** Changes that were not saved then. */
  readonly real: Partial<Values>;
}

/** @returns false, without changes, if the fields have changed since. */
export function changeClosedDraft<Values extends object>(
  key: string,
  { saved, real }: LeftDraft<Values>,
  more: Partial<Values>,
): boolean {
  const open = openDrafts.get(key);
  if (open) {
    if (!areEqual(pick(open.values(), more), pick({ ...saved, ...real }, more))) return false;
    open.change(more);
    return true;
  }
  const { [SEEN]: seen = {}, ...stored } = readStoredChanges(key);
  if (!areEqual(stored, real)) return false;
  const changes = { ...real, ...more };
  keepChanges(key, { ...changes, [SEEN]: seenOf(saved, changes, seen as SeenVersions) });
  return true;
}

const areEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const pick = (values: object, fields: object): unknown[] =>
  Object.keys(fields).map((name) => values[name as keyof typeof values]);
