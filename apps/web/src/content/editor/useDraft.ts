/** An item while it is edited: the saved version with the unsaved changes applied. */
import { AppError } from "@parfocal/core/errors.ts";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useSession } from "#platform/session.tsx";
import { useLatest } from "#ui/useLatest.ts";
import { changeClosedDraft, registerDraft, SEEN } from "./closed-draft.ts";
import { changesAfterSaving, conflictsOf, realChanges, type SeenVersions, seenOf } from "./draft-changes.ts";
import { keepChanges, readStoredChanges } from "./draft-store.ts";
import { seenVersion } from "./seen-version.ts";

type DraftState = "unchanged" | "dirty" | "saving" | "saved" | "failed";

export interface Draft<Values extends object> {
  /** Values shown in the form. */
  readonly values: Values;
  /** Values as currently saved. */
  readonly saved: Values;
  /** Also works after the editor was closed. @returns false, without changes, if the fields have changed since. */
  readonly change: (changes: Partial<Values>) => boolean;
  readonly isDirty: boolean;
  readonly state: DraftState;
  /** When it was last saved here, in ms since the epoch; null: not yet. */
  readonly savedAt: number | null;
  /** Why the last attempt to save failed; null: it did not. */
  readonly failure: AppError | null;
  /** Whether stored changes of an earlier visit were found. */
  readonly wasRestored: boolean;
  /** Fields changed here that someone else has since saved with a different value. */
  readonly conflicts: readonly (keyof Values & string)[];
  /** Marks the other user's value as seen, so that the next save replaces it. */
  readonly keepMine: (name: keyof Values & string) => void;
  readonly takeTheirs: (name: keyof Values & string) => void;
  /** @returns whether everything is saved now. */
  readonly save: () => Promise<boolean>;
  readonly discard: () => void;
}

interface DraftOptions<Values extends object> {
  /** Type and ID of the item, e.g. `embed-12`. */
  readonly name: string;
  /** The currently saved values. New values of fields that are not changed here are shown immediately. */
  readonly saved: Values;
  /**
   * Sends only the changed fields, with the versions of the values they are based on; throws AppError. Refetches
   * invalidated queries before it resolves.
   */
  readonly send: (changes: Partial<Values>, seen: SeenVersions) => Promise<unknown>;
}

/** State of an item under a key. */
interface StoredDraft<Values extends object> {
  readonly key: string;
  readonly changes: Partial<Values>;
  readonly seen: SeenVersions;
  readonly wasRestored: boolean;
  readonly failure: AppError | null;
  readonly savedAt: number | null;
}

function openStoredDraft<Values extends object>(key: string, saved: Values): StoredDraft<Values> {
  const stored = readStoredChanges(key);
  const changes = realChanges(saved, stored as Partial<Values>);
  return {
    key,
    changes,
    seen: seenOf(saved, changes, (stored[SEEN] ?? {}) as SeenVersions),
    wasRestored: hasAny(changes),
    failure: null,
    savedAt: null,
  };
}

const hasAny = (changes: object): boolean => Object.keys(changes).length > 0;

/** Queries notify their subscribers in a separate task; until then `saved` does not contain what was saved. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export function useDraft<Values extends object>({ name, saved, send }: DraftOptions<Values>): Draft<Values> {
  const { site, user } = useSession();
  const key = `${site.id}-${user?.id ?? 0}-${name}`;
  const [stored, setStored] = useState(() => openStoredDraft(key, saved));
  const [savingKey, setSavingKey] = useState<string | null>(null);
  const inFlight = useRef<string | null>(null);
  const isSaving = savingKey === key;
  const current = stored.key === key ? stored : openStoredDraft(key, saved);
  if (current !== stored) setStored(current);
  const { wasRestored, failure, savedAt } = current;
  const real = useMemo(() => realChanges(saved, current.changes), [saved, current.changes]);
  // A field with its saved value is no longer a change, so that later changes by others are kept.
  if (!isSaving && Object.keys(real).length < Object.keys(current.changes).length)
    setStored({ ...current, changes: real, seen: seenOf(saved, real, current.seen) });
  const latest = useLatest({ real, seen: current.seen, saved });
  const isDirty = hasAny(real);
  useEffect(
    () => keepChanges(key, isDirty ? { ...real, [SEEN]: current.seen } : {}),
    [key, real, isDirty, current.seen],
  );
  const conflicts = useMemo(
    () => (isSaving ? [] : conflictsOf(saved, real, current.seen)),
    [isSaving, saved, real, current.seen],
  );

  /** Unless another item is shown by then. */
  const update = (change: (now: StoredDraft<Values>) => StoredDraft<Values>) =>
    setStored((now) => (now.key === key ? change(now) : now));

  const change = (more: Partial<Values>) =>
    update((now) => {
      const changes = { ...now.changes, ...more };
      return { ...now, changes, seen: seenOf(latest.current.saved, changes, now.seen) };
    });
  const changeAnyway = useChangeOfClosed(key, latest, change);

  async function save(): Promise<boolean> {
    const { real: sent, seen } = latest.current;
    if (inFlight.current === key) return false;
    if (!hasAny(sent)) return true;
    inFlight.current = key;
    setSavingKey(key);
    update((now) => ({ ...now, failure: null }));
    try {
      await send(sent, seen);
      await nextTask();
      keepChanges(key, changesAfterSaving(readStoredChanges(key), sent as Record<string, unknown>));
      update((now) => ({
        ...now,
        changes: changesAfterSaving(now.changes, sent),
        // Text typed during the request is a change to the version saved now.
        seen: seenOf(latest.current.saved, changesAfterSaving(now.changes, sent), {}),
        savedAt: Date.now(),
        wasRestored: false,
      }));
      return true;
    } catch (error) {
      const reason = error instanceof AppError ? error : new AppError("internal", String(error));
      update((now) => ({ ...now, failure: reason }));
      return false;
    } finally {
      if (inFlight.current === key) inFlight.current = null;
      setSavingKey((now) => (now === key ? null : now));
    }
  }

  return {
    values: useMemo(() => ({ ...saved, ...real }), [saved, real]),
    saved,
    change: changeAnyway,
    isDirty,
    state: stateOf({ isSaving, isDirty, failure, savedAt }),
    savedAt,
    failure,
    wasRestored: wasRestored && isDirty,
    conflicts,
    keepMine: (name) =>
      update((now) => ({ ...now, failure: null, seen: { ...now.seen, [name]: seenVersion(saved[name]) } })),
    takeTheirs: (name) =>
      update((now) => {
        const { [name]: _mine, ...changes } = now.changes;
        const { [name]: _seen, ...seen } = now.seen;
        return { ...now, failure: null, changes: changes as Partial<Values>, seen };
      }),
    save,
    discard: () => update((now) => ({ ...now, changes: {}, seen: {}, failure: null, wasRestored: false })),
  };
}

/** Like `change`, but also after the editor was closed. */
function useChangeOfClosed<Values extends object>(
  key: string,
  latest: RefObject<{ readonly real: Partial<Values>; readonly saved: Values; readonly seen: SeenVersions }>,
  change: (more: Partial<Values>) => void,
): (more: Partial<Values>) => boolean {
  const isOpen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` reads the latest values itself
  useEffect(() => {
    isOpen.current = true;
    const values = () => ({ ...latest.current.saved, ...latest.current.real });
    const end = registerDraft(key, { values, change });
    return () => {
      isOpen.current = false;
      end();
    };
  }, [key]);
  return (more) => {
    if (isOpen.current) {
      change(more);
      return true;
    }
    const { real } = latest.current;
    if (!changeClosedDraft(key, latest.current, more)) return false;
    latest.current = { ...latest.current, real: { ...real, ...more } };
    return true;
  };
}

function stateOf(facts: {
  isSaving: boolean;
  isDirty: boolean;
  failure: AppError | null;
  savedAt: number | null;
}): DraftState {
  if (facts.isSaving) return "saving";
  if (facts.isDirty) return facts.failure ? "failed" : "dirty";
  return facts.savedAt === null ? "unchanged" : "saved";
}
