/**
 * Splits a list that is too long for one request into several: in order, each with `most` items, and the last with the
 * rest.
 */
export function inParts<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, index) => items.slice(index * most, (index + 1) * most));
}
