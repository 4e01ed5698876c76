/** What one call would refuse as too much, as several: in order, each of `most` items and the last of what is left. */
export function inParts<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, index) => items.slice(index * most, (index + 1) * most));
}
