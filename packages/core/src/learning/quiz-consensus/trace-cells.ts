/** Traces the outlines of raster cells as polygons whose rings neither cross nor touch themselves or each other. */
import { containsPoint } from "../../geometry/contains-point.ts";
import type { SlidePoint } from "../../geometry/slide-point.ts";

interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  /** Row by row. No cell at the edge is set. */
  readonly isSet: Uint8Array;
}

type Corner = readonly [column: number, row: number];
type CellPolygon = readonly (readonly SlidePoint[])[];

/**
 * Cells that touch only at a corner are joined by a third one, so that no outline touches itself there.
 *
 * @returns polygons with holes, in corner coordinates of cells: (0, 0) is the upper left corner of the grid.
 */
export function traceCells(grid: CellGrid): CellPolygon[] {
  const joined = { ...grid, isSet: withoutDiagonals(grid) };
  const rings = ringsOf(joined);
  const outlines = rings.filter((ring) => signedArea(ring) > 0);
  const polygons = outlines.map((outline) => [outline]);
  for (const hole of rings.filter((ring) => signedArea(ring) < 0)) {
    const inside = insideOf(hole);
    const around = polygons
      .filter(([outline = []]) => containsPoint([outline], inside))
      .sort(([one = []], [other = []]) => signedArea(one) - signedArea(other));
    around[0]?.push(hole);
  }
  return polygons;
}

function withoutDiagonals({ columns, rows, isSet: given }: CellGrid): Uint8Array {
  const isSet = given.slice();
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (let row = 0; row + 1 < rows; row += 1)
      for (let column = 0; column + 1 < columns; column += 1) {
        const cell = row * columns + column;
        const [a, b, c, d] = [isSet[cell], isSet[cell + 1], isSet[cell + columns], isSet[cell + columns + 1]];
        if (a !== d || b !== c || a === b) continue;
        isSet[a ? cell + 1 : cell] = 1;
        hasChanged = true;
      }
  }
  return isSet;
}

/**
 * Edges between a set and an unset cell, with the set one on the right; after `withoutDiagonals` exactly one starts at
 * each corner.
 */
function ringsOf({ columns, rows, isSet }: CellGrid): SlidePoint[][] {
  const next = new Map<number, Corner>();
  const idOf = ([column, row]: Corner): number => row * (columns + 1) + column;
  const at = (column: number, row: number): boolean =>
    column >= 0 && row >= 0 && column < columns && row < rows && isSet[row * columns + column] === 1;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if (!at(column, row)) continue;
      if (!at(column, row - 1)) next.set(idOf([column, row]), [column + 1, row]);
      if (!at(column + 1, row)) next.set(idOf([column + 1, row]), [column + 1, row + 1]);
      if (!at(column, row + 1)) next.set(idOf([column + 1, row + 1]), [column, row + 1]);
      if (!at(column - 1, row)) next.set(idOf([column, row + 1]), [column, row]);
    }
  const rings: SlidePoint[][] = [];
  for (;;) {
    const [start] = next.keys();
    if (start === undefined) return rings;
    const ring: Corner[] = [];
    for (let id = start; ; ) {
      const corner = next.get(id);
      if (!corner) break;
      next.delete(id);
      ring.push(corner);
      id = idOf(corner);
    }
    rings.push(withoutStraightCorners(ring));
  }
}

function withoutStraightCorners(ring: readonly Corner[]): SlidePoint[] {
  return ring.filter(([column, row], place) => {
    const before = ring.at(place - 1) as Corner;
    const after = ring[(place + 1) % ring.length] as Corner;
    return !((before[0] === column && after[0] === column) || (before[1] === row && after[1] === row));
  });
}

/** Twice the area; with y down, positive for outlines and negative for holes. */
function signedArea(ring: readonly SlidePoint[]): number {
  let sum = 0;
  for (const [place, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(place + 1) % ring.length] as SlidePoint;
    sum += x * nextY - nextX * y;
  }
  return sum;
}

/** Centre of the unset cell at the first corner of a hole. */
function insideOf(hole: readonly SlidePoint[]): SlidePoint {
  const [x, y] = hole.reduce((one, other) =>
    other[1] < one[1] || (other[1] === one[1] && other[0] < one[0]) ? other : one,
  );
  return [x + 0.5, y + 0.5];
}
