/** Thirds of a class, by points. */

/** 1: upper, 2: middle, 3: lower. */
export type Third = 1 | 2 | 3;

/**
 * Equal points are never divided: all attempts with them belong to the third that contains the middle of their ranks.
 * So thirds can differ in size, and one can be empty.
 *
 * @param points of each attempt. @returns the third of each, in the same order.
 */
export function thirdsOf(points: readonly number[]): Third[] {
  const falling = points.toSorted((one, other) => other - one);
  const places = new Map<number, { first: number; last: number }>();
  for (const [place, value] of falling.entries()) {
    const group = places.get(value);
    if (group) group.last = place;
    else places.set(value, { first: place, last: place });
  }
  return points.map((value) => {
    const { first, last } = places.get(value) ?? { first: 0, last: 0 };
    // Twice the middle of the ranks, times three.
    const middle = 3 * (first + last + 1);
    if (middle < 2 * points.length) return 1;
    return middle <= 4 * points.length ? 2 : 3;
  });
}
