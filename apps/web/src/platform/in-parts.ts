/** What one call would refuse as too much, as several: in order, each of `most` things and the last of what is left. */
export function inParts<Thing>(things: readonly Thing[], most: number): readonly (readonly Thing[])[] {
  const count = Math.ceil(things.length / most);
  return Array.from({ length: count }, (_, index) => things.slice(index * most, (index + 1) * most));
}
