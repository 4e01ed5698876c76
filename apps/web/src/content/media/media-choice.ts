/** Which files of a list are chosen, and how choosing changes that. */

/**
 * - `alone`: in place of the others
 * - `toggle`: besides the others, or no longer
 * - `range`: besides the others, with all between it and the one chosen last
 */
export type ChoosingHow = "alone" | "toggle" | "range";

interface MediaChoice {
  readonly ids: ReadonlySet<number>;
  /** Chosen last: where a range begins; null: none was. */
  readonly lastId: number | null;
  /** Whether one file is to be opened, rather than several selected. */
  readonly isAlone: boolean;
}

export const NOTHING_CHOSEN: MediaChoice = { ids: new Set(), lastId: null, isAlone: false };

export const chosenAlone = (id: number): MediaChoice => ({ ids: new Set([id]), lastId: id, isAlone: true });

/** @param order ids of the whole list, as it is shown. */
export function choose(before: MediaChoice, id: number, how: ChoosingHow, order: readonly number[]): MediaChoice {
  if (how === "alone") return chosenAlone(id);
  const added = how === "range" ? between(order, before.lastId ?? id, id) : before.ids.has(id) ? [] : [id];
  const kept = [...before.ids].filter((other) => other !== id);
  return { ids: new Set([...kept, ...added]), lastId: id, isAlone: false };
}

/** Both ends are in it; without the first end it is the second alone. */
function between(order: readonly number[], from: number, to: number): readonly number[] {
  const ends = [order.indexOf(from), order.indexOf(to)];
  return ends.includes(-1) ? [to] : order.slice(Math.min(...ends), Math.max(...ends) + 1);
}

interface Choosing {
  /** Whether several can be chosen at all. */
  readonly isMultiple: boolean;
  /** Whether each one is added without a key: by finger, and with a screen reader. */
  readonly isGathering: boolean;
}

/** What becomes of a choice where one or several are chosen. */
export function howTaken(how: ChoosingHow, { isMultiple, isGathering }: Choosing): ChoosingHow {
  if (!isMultiple) return "alone";
  return isGathering && how === "alone" ? "toggle" : how;
}

interface Modifiers {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** What is wanted by a click or by Space with these keys held. */
export function howChosen({ ctrlKey, metaKey, shiftKey }: Modifiers): ChoosingHow {
  if (shiftKey) return "range";
  return ctrlKey || metaKey ? "toggle" : "alone";
}
