/** Selection of files in a list, and how it changes. */

/**
 * - `alone`: replaces the selection
 * - `toggle`: adds to or removes from the selection
 * - `range`: adds all files from the last selected one to this one
 */
export type ChoosingHow = "alone" | "toggle" | "range";

interface MediaChoice {
  readonly ids: ReadonlySet<number>;
  /** Selected last: start of a range; null: none. */
  readonly lastId: number | null;
  /** Whether one file is to be opened, rather than several selected. */
  readonly isAlone: boolean;
}

export const NOTHING_CHOSEN: MediaChoice = { ids: new Set(), lastId: null, isAlone: false };

export const chosenAlone = (id: number): MediaChoice => ({ ids: new Set([id]), lastId: id, isAlone: true });

/** @param order IDs of the whole list in display order. */
export function choose(before: MediaChoice, id: number, how: ChoosingHow, order: readonly number[]): MediaChoice {
  if (how === "alone") return chosenAlone(id);
  const added = how === "range" ? between(order, before.lastId ?? id, id) : before.ids.has(id) ? [] : [id];
  const remaining = [...before.ids].filter((other) => other !== id);
  return { ids: new Set([...remaining, ...added]), lastId: id, isAlone: false };
}

/** Includes both ends; without the first end, only the second. */
function between(order: readonly number[], from: number, to: number): readonly number[] {
  const ends = [order.indexOf(from), order.indexOf(to)];
  return ends.includes(-1) ? [to] : order.slice(Math.min(...ends), Math.max(...ends) + 1);
}

interface Choosing {
  /** Whether several files can be selected. */
  readonly isMultiple: boolean;
  /** Whether a click without a key adds to the selection: for touch and screen readers. */
  readonly isGathering: boolean;
}

/** Adjusts a selection mode to whether one or several files can be selected. */
export function howTaken(how: ChoosingHow, { isMultiple, isGathering }: Choosing): ChoosingHow {
  if (!isMultiple) return "alone";
  return isGathering && how === "alone" ? "toggle" : how;
}

interface Modifiers {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** Selection mode of a click or of Space with these modifier keys. */
export function howChosen({ ctrlKey, metaKey, shiftKey }: Modifiers): ChoosingHow {
  if (shiftKey) return "range";
  return ctrlKey || metaKey ? "toggle" : "alone";
}
