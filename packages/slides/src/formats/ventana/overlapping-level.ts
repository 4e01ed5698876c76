/**
 * A level of a Ventana slide whose tiles overlap. The tiles of a smaller level are those of the first, shrunk and set side
 * by side with all that they overlap: each of its tiles holds several that have to be set apart again.
 *
 * All tiles are set at the mean distance of the slide, as OpenSlide does: neighbours may be some pixels off where the
 * scanner's stage was, but nothing adds up across the slide.
 *
 * Source: OpenSlide, "Ventana format".
 */
import type { TilePlace } from "../../picture/colour-tile.ts";
import { storageOf } from "../../tiff/tiff-layout.ts";
import { segmentGridOf, type TiffPage } from "../../tiff/tiff-page.ts";
import { damagedXml } from "../../xml/read-xml.ts";
import type { MosaicLevel, PlacedPart } from "../mosaic/mosaic-level.ts";
import type { VentanaArea, VentanaStitching } from "./ventana-document.ts";

/** On smaller levels tiles of the first are too small to be set apart. */
const MIN_PART_PX = 8;
/** In one tile there are no more, unless areas lie over one another. */
const MAX_PARTS = 65_536;
/** Larger stored tiles are served in smaller ones. */
const MAX_TILE_SIDE_PX = 1024;

/**
 * @param page its tiles are as large as those of the first level.
 * @returns null if a tile of the first level is no whole number of pixels here, or too few.
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
  // What an area claims beyond the file's own tiles is not there.
  const kept = areas.map((area) => clipped(area, columns * downsample, rows * downsample));
  return {
    facts: {
      width: extentOf(horizontal, Math.max(...kept.map(({ firstColumn, columns: count }) => firstColumn + count))),
      height: extentOf(vertical, Math.max(...kept.map(({ firstRow, rows: count }) => firstRow + count))),
      tileWidth: Math.min(page.segmentWidth, MAX_TILE_SIDE_PX),
      tileHeight: Math.min(page.segmentHeight, MAX_TILE_SIDE_PX),
      downsample,
    },
    pictures: [storageOf(page)],
    // The upper left of two is painted last.
    partsAt: (place) => {
      const parts: PlacedPart[] = [];
      for (const area of kept) {
        parts.push(...partsOfArea(area, horizontal, vertical, place));
        if (parts.length > MAX_PARTS) throw damagedXml("areas over one another");
      }
      return parts.reverse();
    },
  };
}

/** One direction of a level, in its pixels. */
interface Axis {
  /** From one tile of the first level to the next. */
  readonly advance: number;
  /** Of a tile of the first level. */
  readonly side: number;
  /** Of a stored tile. */
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

/** Which tiles of the first level show in a stretch of the level: where each is stored, and where it belongs. */
function stretchesAt(axis: Axis, first: number, count: number, start: number, length: number) {
  const { advance, side, storedSide, pictureSide } = axis;
  const from = Math.max(first, Math.floor((start - side) / advance) - 1);
  const end = Math.min(first + count, Math.ceil((start + length) / advance) + 1);
  const stretches: { segment: number; start: number; length: number; at: number }[] = [];
  for (let index = from; index < end; index++) {
    const stored = index * side;
    const at = Math.round(index * advance);
    const kept = Math.min(side, pictureSide - stored);
    if (kept <= 0 || at >= start + length || at + kept <= start) continue;
    stretches.push({ segment: Math.floor(stored / storedSide), start: stored % storedSide, length: kept, at });
  }
  return stretches;
}
