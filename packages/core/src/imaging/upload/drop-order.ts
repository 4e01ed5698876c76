/**
 * Position of a file that was dropped together with others: in the order of the drop, whichever upload finishes first.
 */

export interface CameWithDrop {
  readonly itemId: number;
  /** Number of the file in the drop. */
  readonly number: number;
}

/**
 * After its nearest predecessor in the drop; if none has arrived, before its nearest successor.
 *
 * @param order IDs of the parent's children, in order. @param come items of the same drop that are in the parent.
 * @returns the insertion position, from 1; undefined: at the end.
 */
export function positionInDrop(
  order: readonly number[],
  come: readonly CameWithDrop[],
  number: number,
): number | undefined {
  const there = come.filter(({ itemId }) => order.includes(itemId)).sort((one, other) => one.number - other.number);
  const before = there.findLast((one) => one.number < number);
  if (before) return order.indexOf(before.itemId) + 2;
  const behind = there.find((one) => one.number > number);
  return behind && order.indexOf(behind.itemId) + 1;
}
