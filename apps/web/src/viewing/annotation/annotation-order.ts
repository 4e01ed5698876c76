/**
 * Reordering of annotations. Only the range between the old and the new position is sent to the server, so that
 * concurrent moves elsewhere are kept.
 */
export interface Ordered {
  readonly id: number;
  /** Position in the image's order. */
  readonly order: number;
}

/** Limit for reordering by dragging, which requires the complete list. */
export const MAX_TO_ORDER = 5_000;

/** IDs of the changed range in their new order; empty: no change. @param list in current order. */
export function movedStretch(list: readonly Ordered[], fromIndex: number, toIndex: number): number[] {
  const moved = list[fromIndex];
  if (!moved || !list[toIndex] || fromIndex === toIndex) return [];
  const [low, high] = [Math.min(fromIndex, toIndex), Math.max(fromIndex, toIndex)];
  const stretch = list.slice(low, high + 1).map(({ id }) => id);
  const others = stretch.filter((id) => id !== moved.id);
  return fromIndex < toIndex ? [...others, moved.id] : [moved.id, ...others];
}

/** As on the server: the given items share their former positions, in the given order. */
export function withStretch<Item extends Ordered>(list: readonly Item[], ids: readonly number[]): Item[] {
  const named = new Set(ids);
  const places = list
    .filter(({ id }) => named.has(id))
    .map(({ order }) => order)
    .sort((one, other) => one - other);
  const known = new Set(list.map(({ id }) => id));
  const present = ids.filter((id) => known.has(id));
  return withPlaces(
    list,
    present.map((id, index) => ({ id, order: places[index] as number })),
  );
}

/** Applies the given positions and sorts by them. */
export function withPlaces<Item extends Ordered>(list: readonly Item[], places: readonly Ordered[]): Item[] {
  const placeOf = new Map(places.map(({ id, order }) => [id, order]));
  const placed = list.map((item) => ({ ...item, order: placeOf.get(item.id) ?? item.order }));
  return placed.sort((one, other) => one.order - other.order || one.id - other.id);
}
