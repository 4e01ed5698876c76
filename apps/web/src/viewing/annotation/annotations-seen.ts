/** Loaded annotations around the view, if a slide has too many to load all. */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import type { AnnotationsInView } from "./annotation.api.ts";
import { type AnnotationCell, doBoundsMeet } from "./annotation-cells.ts";
import type { LoadedAnnotation } from "./annotation-outbox.ts";
import { readShapeOf } from "./annotation-shape.ts";

export interface AnnotationsSeen {
  /** Annotations of the cells around the view. */
  readonly annotations: readonly LoadedAnnotation[];
  /** The visible part, slide pixels; null: unknown yet. */
  readonly bounds: Bounds | null;
  /** Number of further annotations in view that are returned as density squares only. */
  readonly inSquares: number;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

export const NOTHING_SEEN: AnnotationsSeen = {
  annotations: [],
  bounds: null,
  inSquares: 0,
  isLoading: true,
  hasFailed: false,
};

/** A density square in the viewer's format. */
export interface DensitySquare {
  /** Slide pixels. */
  readonly sidePx: number;
  readonly column: number;
  readonly row: number;
  readonly count: number;
}

/** The response for one cell. */
export interface CellAnswer {
  readonly cell: AnnotationCell;
  readonly part: AnnotationsInView;
}

/** The annotations of several cells, each once, in the image's order. */
export function annotationsOfCells(answers: readonly CellAnswer[]): LoadedAnnotation[] {
  const byId = new Map<number, LoadedAnnotation>();
  for (const { part } of answers) {
    const { isSimplified } = part;
    for (const annotation of part.annotations) byId.set(annotation.id, { ...annotation, isSimplified });
  }
  return [...byId.values()].sort((one, other) => one.order - other.order || one.id - other.id);
}

/**
 * Density squares of several cells. Both neighbours report a square on their border, each with the annotations that
 * extend into it.
 */
export function squaresOfCells(answers: readonly CellAnswer[]): DensitySquare[] {
  const byPlace = new Map<string, DensitySquare>();
  for (const { part } of answers) {
    const { cellPx: sidePx, cells } = part.density;
    for (const { column, row, count } of cells) {
      const place = `${sidePx} ${column} ${row}`;
      const known = byPlace.get(place)?.count ?? 0;
      byPlace.set(place, { sidePx, column, row, count: Math.max(known, count) });
    }
  }
  return [...byPlace.values()];
}

/** Number of annotations in squares whose centre is visible. */
export function countInSquares(squares: readonly DensitySquare[], { minX, minY, maxX, maxY }: Bounds): number {
  let sum = 0;
  for (const { sidePx, column, row, count } of squares) {
    const [x, y] = [(column + 0.5) * sidePx, (row + 0.5) * sidePx];
    if (x >= minX && x <= maxX && y >= minY && y <= maxY) sum += count;
  }
  return sum;
}

/** Annotations that are at least partly visible; all while the view is unknown. */
export function annotationsWithin<Listed extends { readonly geometry: string }>(
  annotations: readonly Listed[],
  bounds: Bounds | null,
): readonly Listed[] {
  if (bounds === null) return annotations;
  return annotations.filter(({ geometry }) => {
    const read = readShapeOf(geometry);
    return read !== null && doBoundsMeet(read.bounds, bounds);
  });
}
