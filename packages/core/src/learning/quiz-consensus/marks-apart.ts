/** Groups marks that cannot meet, so that one remote mark does not make the raster of all others coarse. */
import { type Bounds, boundsOf, type Shape } from "../../geometry/shape.ts";

interface Placed {
  readonly user: number;
  readonly mark: Shape;
  readonly box: Bounds;
}

/**
 * @param users marks of each user, slide pixels. @param reachPx marks nearer than twice this stay in one group.
 * @returns for each group, the marks of each user who has one in it.
 */
export function marksApart(users: readonly (readonly Shape[])[], reachPx: { x: number; y: number }): Shape[][][] {
  const placed = users.flatMap((marks, user) => marks.map((mark) => ({ user, mark, box: boundsOf(mark) })));
  const open: { group: Placed[]; axis: "x" | "y"; uncut: number }[] = [{ group: placed, axis: "x", uncut: 0 }];
  const groups: Shape[][][] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { group, axis, uncut } = next;
    if (group.length === 0) continue;
    if (uncut === 2) {
      groups.push(byUser(group));
      continue;
    }
    const pieces = cutAlong(group, axis, 2 * reachPx[axis]);
    const isCut = pieces.length > 1;
    for (const piece of pieces)
      open.push({ group: piece, axis: axis === "x" ? "y" : "x", uncut: isCut ? 1 : uncut + 1 });
  }
  return groups;
}

function cutAlong(group: readonly Placed[], axis: "x" | "y", gapPx: number): Placed[][] {
  const [min, max] = axis === "x" ? (["minX", "maxX"] as const) : (["minY", "maxY"] as const);
  const pieces: Placed[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const one of [...group].sort((a, b) => a.box[min] - b.box[min])) {
    if (one.box[min] > end + gapPx) pieces.push([]);
    pieces.at(-1)?.push(one);
    end = Math.max(end, one.box[max]);
  }
  return pieces;
}

function byUser(group: readonly Placed[]): Shape[][] {
  const marks = new Map<number, Shape[]>();
  for (const { user, mark } of group) {
    const own = marks.get(user);
    if (own) own.push(mark);
    else marks.set(user, [mark]);
  }
  return [...marks.values()];
}
