/** The counts of one slide, each with its own undo history. Every change is stored in this browser. */
import { newTally, type Tally } from "@parfocal/core/counting/tally.ts";
import { readCounts, type StoredCounts, writeCounts } from "./stored-counts.ts";

/** Number of steps of a count that can be undone. */
const HISTORY_MAX_STEPS = 500;

/** Storage as used by the store. */
export interface CountingWorld {
  /** Null: nothing is stored, or storage is unavailable. */
  read(): string | null;
  /** @returns false if the browser rejects the write, for example because storage is full. */
  write(text: string): boolean;
  newId(): string;
}

export interface NewTallyNames {
  readonly name: string;
  readonly categories: readonly string[];
}

/** Immutable. */
export interface CountingState extends StoredCounts {
  readonly active: Tally;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** False: changes would be lost on reload. */
  readonly isStored: boolean;
}

interface History {
  readonly done: readonly Tally[];
  readonly undone: readonly Tally[];
}

export interface CountingStore {
  state(): CountingState;
  /** @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Changes the open count. @returns whether it changed: false if `change` returns the same tally. */
  change(change: (tally: Tally) => Tally): boolean;
  undo(): void;
  redo(): void;
  add(names: NewTallyNames): void;
  open(id: string): void;
  /** If it is the last one, an empty one replaces it. @returns a function that restores it. */
  remove(id: string, names: NewTallyNames): () => void;
  setStaysShown(staysShown: boolean): void;
  /** Called when another tab has stored counts: they replace the counts of this tab. */
  takeStored(text: string | null): void;
}

const NO_HISTORY: History = { done: [], undone: [] };

export function createCountingStore(world: CountingWorld, first: NewTallyNames): CountingStore {
  const listeners = new Set<() => void>();
  const histories = new Map<string, History>();
  const made = ({ name, categories }: NewTallyNames): Tally => newTally(world.newId(), name, categories);
  const startingWith = (tally: Tally): StoredCounts => ({ tallies: [tally], activeId: tally.id, staysShown: false });

  const stateOf = (stored: StoredCounts, isStored: boolean): CountingState => {
    const active = stored.tallies.find(({ id }) => id === stored.activeId) ?? (stored.tallies[0] as Tally);
    const { done, undone } = histories.get(active.id) ?? NO_HISTORY;
    return { ...stored, active, activeId: active.id, canUndo: done.length > 0, canRedo: undone.length > 0, isStored };
  };
  let state = stateOf(readCounts(world.read()) ?? startingWith(made(first)), true);

  const show = (next: CountingState): void => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const keep = (change: Partial<StoredCounts>): void => {
    const { tallies, activeId, staysShown } = { ...state, ...change };
    const stored = { tallies, activeId, staysShown };
    show(stateOf(stored, world.write(writeCounts(stored))));
  };
  const put = (tally: Tally, history: History): void => {
    histories.set(tally.id, history);
    keep({ tallies: state.tallies.map((known) => (known.id === tally.id ? tally : known)) });
  };
  const historyNow = (): History => histories.get(state.active.id) ?? NO_HISTORY;

  return {
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(change) {
      const before = state.active;
      const after = change(before);
      if (after === before) return false;
      put(after, { done: [...historyNow().done, before].slice(-HISTORY_MAX_STEPS), undone: [] });
      return true;
    },
    undo() {
      const { done, undone } = historyNow();
      const last = done.at(-1);
      if (last) put(last, { done: done.slice(0, -1), undone: [...undone, state.active] });
    },
    redo() {
      const { done, undone } = historyNow();
      const last = undone.at(-1);
      if (last) put(last, { done: [...done, state.active], undone: undone.slice(0, -1) });
    },
    add(names) {
      const tally = made(names);
      keep({ tallies: [...state.tallies, tally], activeId: tally.id });
    },
    open: (id) => keep({ activeId: id }),
    remove(id, names) {
      const at = state.tallies.findIndex((tally) => tally.id === id);
      const gone = state.tallies[at];
      if (!gone) return () => undefined;
      const others = state.tallies.filter((tally) => tally !== gone);
      const left = others.length > 0 ? others : [made(names)];
      const next = left[Math.min(at, left.length - 1)] as Tally;
      keep({ tallies: left, activeId: next.id });
      return () => {
        if (state.tallies.some((tally) => tally.id === id)) return;
        // The empty one that replaced it is removed again.
        const remaining = others.length > 0 ? state.tallies : state.tallies.filter((tally) => tally !== next);
        keep({ tallies: [...remaining.slice(0, at), gone, ...remaining.slice(at)], activeId: id });
      };
    },
    setStaysShown: (staysShown) => keep({ staysShown }),
    takeStored(text) {
      const stored = readCounts(text);
      if (!stored) return;
      histories.clear();
      const isOpenHere = stored.tallies.some(({ id }) => id === state.activeId);
      show(stateOf(isOpenHere ? { ...stored, activeId: state.activeId } : stored, true));
    },
  };
}
