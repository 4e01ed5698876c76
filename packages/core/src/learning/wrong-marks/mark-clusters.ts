/**
 * Density-based clusters of marks, in micrometres.
 *
 * Source: M. Ester, H.-P. Kriegel, J. Sander, X. Xu, "A density-based algorithm for discovering clusters in large
 * spatial databases with noise", KDD 1996 (DBSCAN), here with a minimum of two marks. So each mark with a neighbour is
 * a core point, there are no border points, and the result does not depend on the order of the marks.
 */
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import { POINT_RADIUS_UM } from "../quiz-consensus/vote-raster.ts";

/** Marks this near are neighbours: the discs of two points in the consensus overlap (docs/decisions/0078). */
export const NEIGHBOUR_RADIUS_UM = 2 * POINT_RADIUS_UM;

/**
 * @param points slide pixels. @param pixel µm per slide pixel.
 * @returns indexes into `points`, each in exactly one cluster; marks without a neighbour are a cluster of their own.
 */
export function markClusters(points: readonly SlidePoint[], pixel: PixelSizeUm): number[][] {
  const placesUm = points.map(([x, y]) => ({ x: x * pixel.x, y: y * pixel.y }));
  const joined = new JoinedSets(points.length);
  // Marks in one cell are always neighbours: its diagonal equals the radius.
  const sideUm = NEIGHBOUR_RADIUS_UM / Math.SQRT2;
  const cells = new Map<string, number[]>();
  const cellOf = (um: number) => Math.floor(um / sideUm);
  for (const [place, { x, y }] of placesUm.entries()) {
    const key = `${cellOf(x)} ${cellOf(y)}`;
    const cell = cells.get(key);
    if (!cell) cells.set(key, [place]);
    else {
      joined.join(cell[0] as number, place);
      cell.push(place);
    }
  }
  const radiusUm2 = NEIGHBOUR_RADIUS_UM ** 2;
  const [xs, ys] = [placesUm.map(({ x }) => x), placesUm.map(({ y }) => y)];
  /** Whether two marks of two cells are neighbours. Inlined, since there can be millions of pairs. */
  const areNear = (cell: readonly number[], other: readonly number[]) => {
    for (const one of cell)
      for (const two of other) {
        const [right, down] = [(xs[one] as number) - (xs[two] as number), (ys[one] as number) - (ys[two] as number)];
        if (right * right + down * down <= radiusUm2) return true;
      }
    return false;
  };
  for (const cell of cells.values()) {
    const { x, y } = placesUm[cell[0] as number] as { x: number; y: number };
    for (const [right, down] of LATER_CELLS) {
      const other = cells.get(`${cellOf(x) + right} ${cellOf(y) + down}`);
      if (!other || joined.areJoined(cell[0] as number, other[0] as number)) continue;
      if (areNear(cell, other)) joined.join(cell[0] as number, other[0] as number);
    }
  }
  return joined.sets();
}

/**
 * Cells that can contain a neighbour of a mark in this cell; only half of them, the other half is checked from there.
 */
const LATER_CELLS = [-2, -1, 0, 1, 2].flatMap((right) =>
  [0, 1, 2].filter((down) => down > 0 || right > 0).map((down) => [right, down] as const),
);

class JoinedSets {
  readonly #parents: Uint32Array;

  constructor(size: number) {
    this.#parents = Uint32Array.from({ length: size }, (_, place) => place);
  }

  join(one: number, other: number): void {
    this.#parents[this.#rootOf(one)] = this.#rootOf(other);
  }

  areJoined(one: number, other: number): boolean {
    return this.#rootOf(one) === this.#rootOf(other);
  }

  sets(): number[][] {
    const byRoot = new Map<number, number[]>();
    for (let place = 0; place < this.#parents.length; place += 1) {
      const root = this.#rootOf(place);
      const set = byRoot.get(root);
      if (set) set.push(place);
      else byRoot.set(root, [place]);
    }
    return [...byRoot.values()];
  }

  #rootOf(place: number): number {
    let root = place;
    while (this.#parents[root] !== root) {
      const next = this.#parents[root] as number;
      this.#parents[root] = this.#parents[next] as number;
      root = this.#parents[root] as number;
    }
    return root;
  }
}
