/** The area covered by a moving round brush. Lengths are slide pixels. */
import { ringAreaPx2 } from "@parfocal/core/geometry/measurement.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import { simplifyPath, simplifyShape } from "@parfocal/core/geometry/simplify.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { contoursOf, type Field } from "./field-contour.ts";
import type { AreaShape } from "./shape-clipping.ts";
import { distanceToSegment } from "./shape-distance.ts";

/** Tolerance of the outline, CSS px. Half a pixel cannot be seen. */
export const BRUSH_TOLERANCE_PX = 0.5;
/** A grid with more cells than this is made coarser, for strokes across a very large screen. */
const FIELD_MAX_CELLS = 2_000_000;
/** Cells of margin around the covered area. */
const RIM_CELLS = 2;

export interface StrokeSize {
  readonly radius: number;
  /** Slide pixels per CSS px. */
  readonly resolution: number;
}

interface StrokeGrid {
  readonly minX: number;
  readonly minY: number;
  /** Side of a cell. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
}

function gridAround(path: readonly SlidePoint[], { radius, resolution }: StrokeSize): StrokeGrid {
  const [xs, ys] = [path.map(([x]) => x), path.map(([, y]) => y)];
  const extent = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b)) - min(values);
  const min = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
  const [width, height] = [extent(xs) + 2 * radius, extent(ys) + 2 * radius];
  const cell = Math.max(Math.min(resolution, radius / 4), Math.sqrt((width * height) / FIELD_MAX_CELLS));
  const rim = radius + RIM_CELLS * cell;
  const cells = (length: number): number => Math.ceil(length / cell) + 2 * RIM_CELLS + 1;
  return { minX: min(xs) - rim, minY: min(ys) - rim, cell, columns: cells(width), rows: cells(height) };
}

/** Distance of each grid node from the brush's edge, negative inside. */
function fieldOf(path: readonly SlidePoint[], radius: number, grid: StrokeGrid): Field {
  const { minX, minY, cell, columns, rows } = grid;
  const values = new Float32Array(columns * rows).fill(radius);
  const reach = radius + RIM_CELLS * cell;
  const first = (value: number, min: number): number => Math.max(0, Math.floor((value - reach - min) / cell));
  const last = (value: number, min: number, count: number): number =>
    Math.min(count - 1, Math.ceil((value + reach - min) / cell));
  for (let index = Math.min(1, path.length - 1); index < path.length; index += 1) {
    const to = path[index] as SlidePoint;
    const from = path[index - 1] ?? to;
    const lastRow = last(Math.max(from[1], to[1]), minY, rows);
    const lastColumn = last(Math.max(from[0], to[0]), minX, columns);
    for (let row = first(Math.min(from[1], to[1]), minY); row <= lastRow; row += 1) {
      for (let column = first(Math.min(from[0], to[0]), minX); column <= lastColumn; column += 1) {
        const distance = distanceToSegment([minX + column * cell, minY + row * cell], from, to) - radius;
        const node = row * columns + column;
        if (distance < (values[node] as number)) values[node] = distance;
      }
    }
  }
  return { columns, rows, values };
}

/** Rounds to 1/100 px, the precision of stored shapes. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** @param way path of the brush's centre; a single point makes a dab. @returns null if the path is empty. */
export function strokeArea(way: readonly SlidePoint[], size: StrokeSize): AreaShape | null {
  const tolerance = (BRUSH_TOLERANCE_PX / 2) * size.resolution;
  const path = simplifyPath(way, tolerance);
  if (path.length === 0) return null;
  const grid = gridAround(path, size);
  const { minX, minY, cell } = grid;
  const rings = contoursOf(fieldOf(path, size.radius, grid)).map((ring) =>
    ring.map(([column, row]): SlidePoint => [rounded(minX + column * cell), rounded(minY + row * cell)]),
  );
  // The path is one line, so the covered area is one piece: the largest ring is its outline, the others are holes.
  const [outline, ...holes] = rings.toSorted((one, other) => ringAreaPx2(other) - ringAreaPx2(one));
  if (!outline) return null;
  const area: AreaShape = { kind: "polygon", rings: [outline, ...holes.filter((ring) => ringAreaPx2(ring) > 0)] };
  const simple = simplifyShape(area, tolerance);
  return simple.kind === "polygon" && !findSelfCrossing(simple) ? simple : area;
}
