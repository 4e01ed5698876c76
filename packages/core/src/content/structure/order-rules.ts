/**
 * Merges concurrent changes of a list's order: pure rules over IDs.
 *
 * Source: reliability.md, REL-14; issue 5 ("versioned order; conflicts merged or told").
 */

/**
 * Applies a requested order to the current list. Items that were removed are omitted. Items that the request does not
 * contain stay behind their current predecessor, or at the head if they have none.
 *
 * @param current the list, each ID once. @param requested the requested order, each ID once.
 */
export function mergeOrder(current: readonly number[], requested: readonly number[]): number[] {
  const present = new Set(current);
  const known = new Set(requested);
  const merged = requested.filter((id) => present.has(id));
  current.forEach((id, index) => {
    if (known.has(id)) return;
    const before = current[index - 1];
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id);
  });
  return merged;
}

/** Whether the request was based on other items than the list has now. */
export function isOtherList(current: readonly number[], requested: readonly number[]): boolean {
  const present = new Set(current);
  return present.size !== requested.length || requested.some((id) => !present.has(id));
}

/**
 * Reorders some items within the positions they occupy; the others keep theirs.
 *
 * @param inOrder the items for which `isMoved` is true, each once.
 */
export function orderWithinSlots(
  all: readonly number[],
  inOrder: readonly number[],
  isMoved: (id: number) => boolean,
): number[] {
  let next = 0;
  return all.map((id) => (isMoved(id) ? (inOrder[next++] ?? id) : id));
}

/**
 * @param position of the first inserted item, from 1; at the end if it is omitted or too large. The items must not be
 * in the list yet.
 */
export function insertAt(list: readonly number[], ids: readonly number[], position?: number): number[] {
  const index = Math.min(position === undefined ? list.length : position - 1, list.length);
  return [...list.slice(0, index), ...ids, ...list.slice(index)];
}
