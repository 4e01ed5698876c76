/**
 * Orders of lists that several people change at once: pure rules over ids.
 *
 * Source: reliability.md, REL-14; issue 5 ("versioned order; conflicts merged or told").
 */

/**
 * The order that someone wished, over the list as it is by now: what is gone from the list is left out, and what they did
 * not know stays behind the neighbour that it has now; at the head, if it has none before it.
 *
 * @param current as it is, each once. @param wanted in the new order, each once.
 */
export function mergeOrder(current: readonly number[], wanted: readonly number[]): number[] {
  const present = new Set(current);
  const known = new Set(wanted);
  const merged = wanted.filter((id) => present.has(id));
  current.forEach((id, index) => {
    if (known.has(id)) return;
    const before = current[index - 1];
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id);
  });
  return merged;
}

/** Whether the wish was made of other items than lie there now. */
export function isOtherList(current: readonly number[], wanted: readonly number[]): boolean {
  const present = new Set(current);
  return present.size !== wanted.length || wanted.some((id) => !present.has(id));
}

/**
 * Puts some in a new order into the slots that they have among all; the others stay in theirs.
 *
 * @param inOrder those that `isMoved` says, each once.
 */
export function orderWithinSlots(
  all: readonly number[],
  inOrder: readonly number[],
  isMoved: (id: number) => boolean,
): number[] {
  let next = 0;
  return all.map((id) => (isMoved(id) ? (inOrder[next++] ?? id) : id));
}

/** @param position of the first of them, from 1; beyond the end, or left out: at the end. None of them lies in the list. */
export function insertAt(list: readonly number[], ids: readonly number[], position?: number): number[] {
  const index = Math.min(position === undefined ? list.length : position - 1, list.length);
  return [...list.slice(0, index), ...ids, ...list.slice(index)];
}
