/** The points at which annotations are counted, and the table of counts by cell. */
import { type CsvCell, csvText } from "@parfocal/core/csv/csv-text.ts";
import { boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { type CellCount, columnLeft, type GridGeometry, rowTop } from "@parfocal/core/grid/grid-cells.ts";

/** Points are counted individually, also several of one annotation; all other shapes by the centre of their bounding box. */
function countedPlaces(shape: Shape): readonly SlidePoint[] {
  if (shape.kind === "point") return [shape.point];
  if (shape.kind === "multiPoint") return shape.points;
  const { minX, minY, maxX, maxY } = boundsOf(shape);
  return [[(minX + maxX) / 2, (minY + maxY) / 2]];
}

/** @param geometries WKT; invalid geometries are skipped. */
export function placesOf(geometries: readonly string[]): readonly SlidePoint[] {
  return geometries.flatMap((wkt) => {
    const result = parseWkt(wkt);
    return result.ok ? countedPlaces(result.shape) : [];
  });
}

interface CountTableHeads {
  readonly cell: string;
  readonly count: string;
  readonly left: string;
  readonly top: string;
  readonly size: string;
}

/** One row per non-empty cell: its upper left corner in µm from the slide's, its size in mm. */
export function countsAsCsv(
  counts: readonly CellCount[],
  grid: GridGeometry,
  pixelSizeUm: PixelSizeUm,
  cellSizeMm: number,
  heads: CountTableHeads,
): string {
  const rounded = (um: number): number => Math.round(um * 100) / 100;
  const rows = counts.map((cell): CsvCell[] => [
    cell.label,
    cell.count,
    rounded(columnLeft(grid, cell.column) * pixelSizeUm.x),
    rounded(rowTop(grid, cell.row) * pixelSizeUm.y),
    cellSizeMm,
  ]);
  return csvText([[heads.cell, heads.count, heads.left, heads.top, heads.size], ...rows]);
}
