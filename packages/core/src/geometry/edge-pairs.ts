/**
 * Finds edges that are near enough to meet: a tree of boxes over the edges in drawing order, compared with itself.
 * Edges drawn one after the other are near each other, so no sorting is needed.
 */

/** Four numbers per edge: minimum x, minimum y, maximum x, maximum y. */
type EdgeBoxes = Float64Array;

const LEAF_EDGES = 4;

interface Level {
  readonly boxes: Float64Array;
  readonly size: number;
}

function joinBoxes(from: Float64Array, count: number, group: number): Level {
  const size = Math.ceil(count / group);
  const boxes = new Float64Array(4 * size);
  for (let node = 0; node < size; node += 1) {
    let minX = Number.POSITIVE_INFINITY;
    let minY = Number.POSITIVE_INFINITY;
    let maxX = Number.NEGATIVE_INFINITY;
    let maxY = Number.NEGATIVE_INFINITY;
    const end = Math.min(count, (node + 1) * group);
    for (let at = node * group; at < end; at += 1) {
      minX = Math.min(minX, from[4 * at] as number);
      minY = Math.min(minY, from[4 * at + 1] as number);
      maxX = Math.max(maxX, from[4 * at + 2] as number);
      maxY = Math.max(maxY, from[4 * at + 3] as number);
    }
    boxes[4 * node] = minX;
    boxes[4 * node + 1] = minY;
    boxes[4 * node + 2] = maxX;
    boxes[4 * node + 3] = maxY;
  }
  return { boxes, size };
}

function areApart(one: Float64Array, at: number, other: Float64Array, otherAt: number): boolean {
  const a = 4 * at;
  const b = 4 * otherAt;
  return (
    (one[a] as number) > (other[b + 2] as number) ||
    (one[a + 2] as number) < (other[b] as number) ||
    (one[a + 1] as number) > (other[b + 3] as number) ||
    (one[a + 3] as number) < (other[b + 1] as number)
  );
}

/**
 * Calls `visit` once for each pair of edges whose boxes share a point, until it returns true.
 *
 * @param count number of edges.
 * @param maxComparisons limit for comparisons of groups of edges, after which the search gives up.
 * @returns whether `visit` returned true or the search gave up.
 */
export function someNearPair(
  boxes: EdgeBoxes,
  count: number,
  visit: (first: number, second: number) => boolean,
  maxComparisons = Number.POSITIVE_INFINITY,
): boolean {
  if (count < 2) return false;
  const levels = [joinBoxes(boxes, count, LEAF_EDGES)];
  while ((levels.at(-1) as Level).size > 1) {
    const { boxes: below, size } = levels.at(-1) as Level;
    levels.push(joinBoxes(below, size, 2));
  }

  const visitLeaves = (one: number, other: number): boolean => {
    const end = Math.min(count, (one + 1) * LEAF_EDGES);
    const otherEnd = Math.min(count, (other + 1) * LEAF_EDGES);
    for (let first = one * LEAF_EDGES; first < end; first += 1) {
      for (let second = one === other ? first + 1 : other * LEAF_EDGES; second < otherEnd; second += 1) {
        if (!areApart(boxes, first, boxes, second) && visit(first, second)) return true;
      }
    }
    return false;
  };

  // Both nodes of a pair are on the same level; the first is never to the right of the second.
  let comparisons = 0;
  const pending: number[] = [levels.length - 1, 0, 0];
  while (pending.length > 0) {
    const other = pending.pop() as number;
    const one = pending.pop() as number;
    const height = pending.pop() as number;
    const { boxes: here } = levels[height] as Level;
    if (one !== other && areApart(here, one, here, other)) continue;
    comparisons += 1;
    if (comparisons > maxComparisons) return true;
    if (height === 0) {
      if (visitLeaves(one, other)) return true;
      continue;
    }
    const { size } = levels[height - 1] as Level;
    for (let left = 2 * one; left <= 2 * one + 1; left += 1) {
      for (let right = 2 * other; right <= 2 * other + 1; right += 1) {
        if (left <= right && right < size) pending.push(height - 1, left, right);
      }
    }
  }
  return false;
}
