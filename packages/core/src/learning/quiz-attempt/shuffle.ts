/**
 * Pseudo-random orders that are stable within an attempt. Each item gets its own number, so adding or removing an item
 * during the attempt does not change the order of the others.
 */

/** FNV-1a with the finalizer of MurmurHash3: 32 bits. Public domain (Fowler, Noll, Vo; A. Appleby). */
function hash32(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * @param seed of the attempt; secret, so that the order cannot be computed by learners.
 * @param purpose what is shuffled; each purpose gives a different order.
 */
export function shuffled<Item>(
  items: readonly Item[],
  { seed, purpose, idOf }: { seed: string; purpose: string; idOf: (item: Item) => number },
): Item[] {
  const ranked = items.map((item) => {
    const id = idOf(item);
    const text = `${seed}:${purpose}:${id}`;
    return { item, id, high: hash32(text, 0x811c9dc5), low: hash32(text, 0x2f0b4a27) };
  });
  return ranked.sort((a, b) => a.high - b.high || a.low - b.low || a.id - b.id).map(({ item }) => item);
}
