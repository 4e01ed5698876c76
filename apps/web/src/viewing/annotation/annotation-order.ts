/**
 * Moving an annotation in the order. Only the stretch between where it was and where it goes is named to the server, so
 * that what others move elsewhere meanwhile stays as they put it.
 */
export interface Ordered {
  readonly id: number;
  /** Place in the image's order. */
  readonly order: number;
}

/** From so many on the order is not changed by dragging: the list would have to hold all of them at hand. */
export const MAX_TO_ORDER = 5_000;

/** Ids of the stretch that changes, in the new order; empty: nothing does. @param list in the present order. */
export function movedStretch(list: readonly Ordered[], fromIndex: number, toIndex: number): number[] {
  const moved = list[fromIndex];
  if (!moved || !list[toIndex] || fromIndex === toIndex) return [];
  const [low, high] = [Math.min(fromIndex, toIndex), Math.max(fromIndex, toIndex)];
  const stretch = list.slice(low, high + 1).map(({ id }) => id);
  const others = stretch.filter((id) => id !== moved.id);
  return fromIndex < toIndex ? [...others, moved.id] : [moved.id, ...others];
}

/** As the server does it: those named take the places that they hold together, in the order given. */
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

/** With the places that are told; sorted by them. */
export function withPlaces<Item extends Ordered>(list: readonly Item[], places: readonly Ordered[]): Item[] {
  const placeOf = new Map(places.map(({ id, order }) => [id, order]));
  const placed = list.map((item) => ({ ...item, order: placeOf.get(item.id) ?? item.order }));
  return placed.sort((one, other) => one.order - other.order || one.id - other.id);
}
