/** Converts the server's annotation counts by square into the form that is painted. */
import type { DensityLevel } from "./density-levels.ts";

export interface CountedSquare {
  /** Side of the square, slide pixels. */
  readonly sidePx: number;
  /** Indices from the slide's top left corner. */
  readonly column: number;
  readonly row: number;
  readonly count: number;
}

/**
 * @param squares all of the same size, at most one per position.
 * @param kind index of the kind as which all are shown.
 */
export function levelOfSquares(squares: readonly CountedSquare[], kind: number): DensityLevel {
  const inOrder = squares.toSorted((one, other) => one.row - other.row || one.column - other.column);
  return {
    sidePx: inOrder[0]?.sidePx ?? 1,
    count: inOrder.length,
    columns: Int32Array.from(inOrder, ({ column }) => column),
    rows: Int32Array.from(inOrder, ({ row }) => row),
    shapes: Uint32Array.from(inOrder, ({ count }) => count),
    kinds: new Uint8Array(inOrder.length).fill(kind),
    maxShapes: inOrder.reduce((most, { count }) => Math.max(most, count), 0),
  };
}
