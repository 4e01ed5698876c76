/**
 * Outlines of the area where a field on a grid is negative: closed rings without self-intersections or mutual
 * intersections.
 *
 * Source: Lorensen and Cline 1987, "Marching cubes: a high resolution 3D surface construction algorithm", Computer
 * Graphics 21(4), in two dimensions; if two opposite corners of a cell are inside, they are kept separate.
 */
export interface Field {
  readonly columns: number;
  readonly rows: number;
  /** Row by row; values at the edge must be positive, so that every outline is closed. */
  readonly values: Float32Array;
}

type GridPoint = readonly [x: number, y: number];

/**
 * Pieces of the outline in a cell, indexed by the corners that are inside (top left 1, top right 2, bottom right 4,
 * bottom left 8): each runs from one side to another (top, right, bottom, left), with the inside on its right.
 */
const PIECES: readonly (readonly (readonly [from: number, to: number])[])[] = [
  [],
  [[0, 3]],
  [[1, 0]],
  [[1, 3]],
  [[2, 1]],
  [
    [0, 3],
    [2, 1],
  ],
  [[2, 0]],
  [[2, 3]],
  [[3, 2]],
  [[0, 2]],
  [
    [1, 0],
    [3, 2],
  ],
  [[1, 2]],
  [[3, 1]],
  [[0, 1]],
  [[3, 0]],
  [],
];

/** @returns rings in columns and rows; the first point is not repeated. */
export function contoursOf({ columns, rows, values }: Field): GridPoint[][] {
  const at = (column: number, row: number): number => values[row * columns + column] as number;
  /** A number that identifies a cell's side, which two cells share. Upper sides are even, left ones odd. */
  const sideKey = (column: number, row: number, side: number): number => {
    if (side === 0) return (row * columns + column) * 2;
    if (side === 2) return ((row + 1) * columns + column) * 2;
    return (row * columns + column + (side === 1 ? 1 : 0)) * 2 + 1;
  };
  const placeOn = (key: number): GridPoint => {
    const node = key >> 1;
    const [column, row] = [node % columns, Math.floor(node / columns)];
    const isUpper = key % 2 === 0;
    const [from, to] = [at(column, row), isUpper ? at(column + 1, row) : at(column, row + 1)];
    const share = from / (from - to);
    return isUpper ? [column + share, row] : [column, row + share];
  };
  const next = new Map<number, number>();
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const corners =
        (at(column, row) < 0 ? 1 : 0) +
        (at(column + 1, row) < 0 ? 2 : 0) +
        (at(column + 1, row + 1) < 0 ? 4 : 0) +
        (at(column, row + 1) < 0 ? 8 : 0);
      for (const [from, to] of PIECES[corners] ?? []) {
        next.set(sideKey(column, row, from), sideKey(column, row, to));
      }
    }
  }
  const rings: GridPoint[][] = [];
  for (const start of [...next.keys()]) {
    const ring: GridPoint[] = [];
    for (let key: number | undefined = start; key !== undefined && next.has(key); ) {
      const following = next.get(key);
      next.delete(key);
      ring.push(placeOn(key));
      key = following;
    }
    if (ring.length >= 3) rings.push(ring);
  }
  return rings;
}
