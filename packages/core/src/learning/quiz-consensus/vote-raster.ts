/**
 * Raster of the number of users who marked each place of a slide: a cell counts the users whose marks cover its centre.
 *
 * Source: spec decisions, "Quizzes", "Consensus": for annotation answers the area covered by at least the threshold of
 * users.
 */
import { type Bounds, boundsOf, type Shape } from "../../geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";

/** Cells along the longer side. */
const RASTER_CELLS = 256;
/**
 * A point counts as a disc of this radius, a line as a band of this half width, because no two people mark exactly the
 * same place.
 */
export const POINT_RADIUS_UM = 25;
const LINE_RADIUS_UM = 10;
/** Used if the pixel size is unknown. */
export const UNKNOWN_PIXEL: PixelSizeUm = { x: 0.5, y: 0.5 };

type Ring = readonly SlidePoint[];

/** Extent of a mark beyond its outline, in slide pixels. @param pixel null: unknown. */
export const reachPxOf = (pixel: PixelSizeUm | null): { readonly x: number; readonly y: number } => ({
  x: POINT_RADIUS_UM / (pixel ?? UNKNOWN_PIXEL).x,
  y: POINT_RADIUS_UM / (pixel ?? UNKNOWN_PIXEL).y,
});

export class VoteRaster {
  readonly columns: number;
  readonly rows: number;
  /** Upper left corner of the grid in slide pixels, and the sides of a cell. */
  readonly left: number;
  readonly top: number;
  readonly cellPx: number;
  /** Number of users per cell, row by row. */
  readonly votes: Uint16Array;
  readonly #pixel: PixelSizeUm;
  /** Number of the user who last covered each cell. */
  readonly #lastUser: Uint32Array;
  #users = 0;

  /** @param bounds bounding box of all marks, slide pixels. @param pixel µm per slide pixel; null: unknown. */
  constructor(bounds: Bounds, pixel: PixelSizeUm | null) {
    this.#pixel = pixel ?? UNKNOWN_PIXEL;
    const { x: reachX, y: reachY } = reachPxOf(this.#pixel);
    const width = bounds.maxX - bounds.minX + 2 * reachX;
    const height = bounds.maxY - bounds.minY + 2 * reachY;
    // One more cell on each side, so that no area touches the edge. Cells are not finer than the width of a mark: a
    // scribble in a small area would otherwise cover each of many cells again and again.
    const finest = LINE_RADIUS_UM / Math.max(this.#pixel.x, this.#pixel.y) / 8;
    this.cellPx = Math.max(finest, Math.max(width, height) / (RASTER_CELLS - 2));
    this.columns = Math.ceil(width / this.cellPx) + 2;
    this.rows = Math.ceil(height / this.cellPx) + 2;
    this.left = bounds.minX - reachX - this.cellPx;
    this.top = bounds.minY - reachY - this.cellPx;
    this.votes = new Uint16Array(this.columns * this.rows);
    this.#lastUser = new Uint32Array(this.columns * this.rows);
  }

  /** Each cell covered by a user's marks counts once. */
  addUser(marks: readonly Shape[]): void {
    this.#users += 1;
    for (const mark of marks) this.#cover(mark);
  }

  #cover(mark: Shape): void {
    const { points, paths, areas } = partsOf(mark);
    for (const point of points) this.#coverDisc(point, POINT_RADIUS_UM);
    for (const path of paths) this.#coverPath(path);
    for (const rings of areas) this.#coverRings(rings);
  }

  /** Even-odd rule: holes are not covered. */
  #coverRings(rings: readonly Ring[]): void {
    const crossings: number[] = [];
    const [minY, maxY] = minMax(rings.flatMap((ring) => ring.map(([, y]) => y)));
    const first = Math.max(0, this.#rowOf(minY));
    const last = Math.min(this.rows - 1, this.#rowOf(maxY));
    let isEmpty = true;
    for (let row = first; row <= last; row += 1) {
      const y = this.top + (row + 0.5) * this.cellPx;
      crossings.length = 0;
      for (const ring of rings) addCrossings(crossings, ring, y);
      crossings.sort((a, b) => a - b);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2)
        isEmpty = !this.#coverSpan(row, crossings[pair] as number, crossings[pair + 1] as number) && isEmpty;
    }
    const [corner] = rings[0] ?? [];
    if (isEmpty && corner) this.#coverCellAt(corner);
  }

  #coverPath(path: Ring): void {
    const step = Math.min(this.cellPx, (LINE_RADIUS_UM / Math.max(this.#pixel.x, this.#pixel.y)) * 0.5);
    for (let index = 0; index + 1 < path.length; index += 1) {
      const [from, to] = [path[index] as SlidePoint, path[index + 1] as SlidePoint];
      const pieces = Math.max(
        1,
        Math.min(4 * RASTER_CELLS, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / step)),
      );
      for (let piece = 0; piece <= pieces; piece += 1) {
        const at = piece / pieces;
        this.#coverDisc([from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at], LINE_RADIUS_UM);
      }
    }
  }

  #coverDisc([x, y]: SlidePoint, radiusUm: number): void {
    const [reachX, reachY] = [radiusUm / this.#pixel.x, radiusUm / this.#pixel.y];
    const first = Math.max(0, this.#rowOf(y - reachY));
    const last = Math.min(this.rows - 1, this.#rowOf(y + reachY));
    let isEmpty = true;
    for (let row = first; row <= last; row += 1) {
      const away = (this.top + (row + 0.5) * this.cellPx - y) / reachY;
      if (Math.abs(away) >= 1) continue;
      const half = reachX * Math.sqrt(1 - away * away);
      isEmpty = !this.#coverSpan(row, x - half, x + half) && isEmpty;
    }
    if (isEmpty) this.#coverCellAt([x, y]);
  }

  /** A mark that covers no cell centre counts in the cell it is in. */
  #coverCellAt([x, y]: SlidePoint): void {
    this.#coverCell(this.#rowOf(y), Math.floor((x - this.left) / this.cellPx));
  }

  readonly #rowOf = (y: number): number => Math.floor((y - this.top) / this.cellPx);

  /** Covers the cells whose centre is between two x. @returns whether there are any. */
  #coverSpan(row: number, from: number, to: number): boolean {
    const first = Math.max(0, Math.ceil((from - this.left) / this.cellPx - 0.5));
    const last = Math.min(this.columns - 1, Math.ceil((to - this.left) / this.cellPx - 0.5) - 1);
    for (let column = first; column <= last; column += 1) this.#coverCell(row, column);
    return last >= first;
  }

  #coverCell(row: number, column: number): void {
    const cell = row * this.columns + column;
    if (this.#lastUser[cell] === this.#users) return;
    this.#lastUser[cell] = this.#users;
    this.votes[cell] = (this.votes[cell] ?? 0) + 1;
  }
}

interface Parts {
  readonly points: readonly SlidePoint[];
  readonly paths: readonly Ring[];
  readonly areas: readonly (readonly Ring[])[];
}

function partsOf(mark: Shape): Parts {
  const none = { points: [], paths: [], areas: [] };
  switch (mark.kind) {
    case "point":
      return { ...none, points: [mark.point] };
    case "multiPoint":
      return { ...none, points: mark.points };
    case "line":
      return { ...none, paths: [mark.path] };
    case "multiLine":
      return { ...none, paths: mark.paths };
    case "polygon":
      return { ...none, areas: [mark.rings] };
    case "multiPolygon":
      return { ...none, areas: mark.polygons };
  }
}

function minMax(values: readonly number[]): [number, number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return [min, max];
}

function addCrossings(crossings: number[], ring: Ring, y: number): void {
  let before = ring.at(-1);
  for (const point of ring) {
    if (before && before[1] > y !== point[1] > y)
      crossings.push(before[0] + ((y - before[1]) / (point[1] - before[1])) * (point[0] - before[0]));
    before = point;
  }
}

/** Bounding box of all shapes; null: none. */
export function boundsOfAll(shapes: readonly Shape[]): Bounds | null {
  if (shapes.length === 0) return null;
  const far = Number.POSITIVE_INFINITY;
  let [minX, minY, maxX, maxY] = [far, far, -far, -far];
  for (const shape of shapes) {
    const box = boundsOf(shape);
    [minX, minY] = [Math.min(minX, box.minX), Math.min(minY, box.minY)];
    [maxX, maxY] = [Math.max(maxX, box.maxX), Math.max(maxY, box.maxY)];
  }
  return { minX, minY, maxX, maxY };
}
