/**
 * A level of a Ventana slide with overlapping tiles. Smaller levels consist of the first level's tiles, reduced and
 * placed side by side without removing the overlap: each stored tile contains several of them, which have to be
 * separated.
 *
 * All tiles are placed at the slide's mean distance, as in OpenSlide: neighbours may be some pixels off the position of
 * the scanner's stage, but errors do not accumulate across the slide.
 *
 * Source: OpenSlide, "Ventana format".
 */
import type { TilePlace } from "../../picture/colour-tile.ts";
import { storageOf } from "../../tiff/tiff-layout.ts";
import { segmentGridOf, type TiffPage } from "../../tiff/tiff-page.ts";
import { damagedXml } from "../../xml/read-xml.ts";
import type { MosaicLevel, PlacedPart } from "../mosaic/mosaic-level.ts";
import type { VentanaArea, VentanaStitching } from "./ventana-document.ts";

/** On smaller levels the first level's tiles are too small to be separated. */
const MIN_PART_PX = 8;
/** Maximum number of parts in one tile; more are possible only if areas overlap. */
const MAX_PARTS = 65_536;
/** Larger stored tiles are divided for serving. */
const MAX_TILE_SIDE_PX = 1024;

/**
 * @param page stored tiles have the same size as those of the first level.
 * @returns null if a tile of the first level is not a whole number of pixels here, or too small.
 */
export function overlappingLevel(
  page: TiffPage,
  downsample: number,
  { areas, advanceX, advanceY }: VentanaStitching,
): MosaicLevel | null {
  const [width, height] = [page.segmentWidth / downsample, page.segmentHeight / downsample];
  if (!Number.isInteger(width) || !Number.isInteger(height) || Math.min(width, height) < MIN_PART_PX) return null;
  const horizontal: Axis = {
    advance: advanceX / downsample,
    side: width,
    storedSide: page.segmentWidth,
    pictureSide: page.width,
  };
  const vertical: Axis = {
    advance: advanceY / downsample,
    side: height,
    storedSide: page.segmentHeight,
    pictureSide: page.height,
  };
  const { columns, rows } = segmentGridOf(page);
  // Ignores parts of an area beyond the stored tiles.
  const clippedAreas = areas.map((area) => clipped(area, columns * downsample, rows * downsample));
  return {
    facts: {
      width: extentOf(
        horizontal,
        Math.max(...clippedAreas.map(({ firstColumn, columns: count }) => firstColumn + count)),
      ),
      height: extentOf(vertical, Math.max(...clippedAreas.map(({ firstRow, rows: count }) => firstRow + count))),
      tileWidth: Math.min(page.segmentWidth, MAX_TILE_SIDE_PX),
      tileHeight: Math.min(page.segmentHeight, MAX_TILE_SIDE_PX),
      downsample,
    },
    pictures: [storageOf(page)],
    // The upper left of two overlapping tiles is painted last.
    partsAt: (place) => {
      const parts: PlacedPart[] = [];
      for (const area of clippedAreas) {
        parts.push(...partsOfArea(area, horizontal, vertical, place));
        if (parts.length > MAX_PARTS) throw damagedXml("areas over one another");
      }
      return parts.reverse();
    },
  };
}

/** One axis of a level, in its pixels. */
interface Axis {
  /** Distance between neighbouring tiles of the first level. */
  readonly advance: number;
  /** Side of a tile of the first level. */
  readonly side: number;
  /** Side of a stored tile. */
  readonly storedSide: number;
  readonly pictureSide: number;
}

function extentOf({ advance, side }: Axis, count: number): number {
  return Math.max(1, Math.ceil(Math.max(0, count - 1) * advance + side));
}

function clipped(area: VentanaArea, columns: number, rows: number): VentanaArea {
  return {
    ...area,
    columns: Math.max(0, Math.min(area.columns, columns - area.firstColumn)),
    rows: Math.max(0, Math.min(area.rows, rows - area.firstRow)),
  };
}

function partsOfArea(area: VentanaArea, horizontal: Axis, vertical: Axis, place: TilePlace): PlacedPart[] {
  const rows = stretchesAt(vertical, area.firstRow, area.rows, place.top, place.height);
  const columns = stretchesAt(horizontal, area.firstColumn, area.columns, place.left, place.width);
  return rows.flatMap((row) =>
    columns.map((column) => ({
      picture: 0,
      column: column.segment,
      row: row.segment,
      part: { left: column.start, top: row.start, width: column.length, height: row.length },
      left: column.at,
      top: row.at,
    })),
  );
}

/** Tiles of the first level that are visible in an interval of the level: position in storage and on the level. */
function stretchesAt(axis: Axis, first: number, count: number, start: number, length: number) {
  const { advance, side, storedSide, pictureSide } = axis;
  const from = Math.max(first, Math.floor((start - side) / advance) - 1);
  const end = Math.min(first + count, Math.ceil((start + length) / advance) + 1);
  const stretches: { segment: number; start: number; length: number; at: number }[] = [];
  for (let index = from; index < end; index++) {
    const stored = index * side;
    const at = Math.round(index * advance);
    const retained = Math.min(side, pictureSide - stored);
    if (retained <= 0 || at >= start + length || at + retained <= start) continue;
    stretches.push({ segment: Math.floor(stored / storedSide), start: stored % storedSide, length: retained, at });
  }
  return stretches;
}
