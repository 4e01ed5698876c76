/** Where a file comes to stand that was dropped together with others: in their order, whichever of them is done first. */

export interface CameWithDrop {
  readonly itemId: number;
  /** Of the file in the drop. */
  readonly number: number;
}

/**
 * Behind the nearest of those before it; if none of them has come, before the nearest of those behind it.
 *
 * @param order ids of all that lies in the parent, in its order. @param come what of the same drop lies there.
 * @returns from 1, where it is to be put in; undefined: at the end.
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
