/**
 * Divides a large region into tiles. Each tile is read with a margin, so that a nucleus on a seam is complete in both
 * tiles, and belongs to the tile that contains its centroid.
 */
import type { CellSettings } from "./cell-settings.ts";
import type { Nucleus } from "./nucleus.ts";

/** Pixels of the analysed image (not of the slide, if that is finer). */
export interface PixelRectangle {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface AnalysisTile {
  /** Rectangle passed to `detectNuclei`. */
  readonly read: PixelRectangle;
  /** Rectangle whose nuclei are kept: those of all tiles cover the region exactly once. */
  readonly own: PixelRectangle;
}

interface TilePlan {
  readonly region: PixelRectangle;
  /** Limits of the margins, which may extend beyond the region. Default: the region. */
  readonly bounds?: PixelRectangle;
  readonly micrometresPerPixel: number;
  readonly settings: CellSettings;
  /** Side of a tile without margin, px; default: 1,024. */
  readonly tilePx?: number;
}

const TILE_PX = 1024;
/** Shorter parts would consist mostly of margin. */
const PART_MIN_PX = 300;
/** Tiles start at multiples of this, so that downsampling is aligned in all tiles. */
const GRID_PX = 60;

/** Width of the largest nucleus, or the range that its background and outline depend on. */
export function tileMarginPx(micrometresPerPixel: number, settings: CellSettings): number {
  const widest = 2 * Math.sqrt(settings.maxAreaSquareMicrometres / Math.PI);
  const context = 2 * settings.backgroundRadiusMicrometres + 6 * settings.smoothingSigmaMicrometres;
  return Math.ceil((widest + context + settings.expansionMicrometres) / micrometresPerPixel);
}

/** @returns tiles row by row from the top left; none if the region has no pixels. */
export function planTiles({
  region,
  bounds = region,
  micrometresPerPixel,
  settings,
  tilePx = TILE_PX,
}: TilePlan): AnalysisTile[] {
  const marginPx = tileMarginPx(micrometresPerPixel, settings);
  const rows = cutSide(region.yPx, region.heightPx, bounds.yPx, bounds.heightPx, tilePx, marginPx);
  const columns = cutSide(region.xPx, region.widthPx, bounds.xPx, bounds.widthPx, tilePx, marginPx);
  return rows.flatMap((row) =>
    columns.map((column) => ({
      read: { xPx: column.readFrom, yPx: row.readFrom, widthPx: column.readLength, heightPx: row.readLength },
      own: { xPx: column.ownFrom, yPx: row.ownFrom, widthPx: column.ownLength, heightPx: row.ownLength },
    })),
  );
}

/** Sections of about equal length, so that no tile is a sliver. */
function cutSide(
  from: number,
  length: number,
  boundFrom: number,
  boundLength: number,
  tilePx: number,
  marginPx: number,
) {
  const count = Math.ceil(length / tilePx);
  return Array.from({ length: count }, (_unused, at) => {
    const ownFrom = from + Math.round((at * length) / count);
    const ownTo = from + Math.round(((at + 1) * length) / count);
    const gridFrom = boundFrom + Math.floor((ownFrom - marginPx - boundFrom) / GRID_PX) * GRID_PX;
    const readFrom = Math.max(boundFrom, gridFrom);
    const readTo = Math.min(boundFrom + boundLength, ownTo + marginPx);
    return { ownFrom, ownLength: ownTo - ownFrom, readFrom, readLength: readTo - readFrom };
  });
}

/**
 * Keeps nuclei whose centroid is in the tile's own rectangle, which includes its upper and left edges and excludes the
 * lower and right ones.
 *
 * @param nuclei output of `detectNuclei` for the tile's `read` rectangle.
 * @returns nuclei in the frame of the planned region.
 */
export function keepNucleiOfTile(nuclei: readonly Nucleus[], { read, own }: AnalysisTile): Nucleus[] {
  return nuclei.flatMap((nucleus) => {
    const x = nucleus.centroidPx[0] + read.xPx;
    const y = nucleus.centroidPx[1] + read.yPx;
    if (x < own.xPx || y < own.yPx || x >= own.xPx + own.widthPx || y >= own.yPx + own.heightPx) return [];
    return [
      {
        ...nucleus,
        centroidPx: [x, y] as const,
        outlinePx: movedRing(nucleus.outlinePx, read.xPx, read.yPx),
        cellOutlinePx: movedRing(nucleus.cellOutlinePx, read.xPx, read.yPx),
      },
    ];
  });
}

const movedRing = (ring: Float32Array, x: number, y: number): Float32Array =>
  ring.map((value, at) => value + (at % 2 === 0 ? x : y));

/**
 * Divides a region into parts that can be analysed concurrently: cut across its longer side, with margins at the seams
 * only.
 *
 * @param parts maximum number; small regions are divided less, since margins cost time too.
 */
export function planParts(
  { region, micrometresPerPixel, settings }: Omit<TilePlan, "bounds" | "tilePx">,
  parts: number,
): AnalysisTile[] {
  const { xPx, yPx, widthPx, heightPx } = region;
  const isWide = widthPx >= heightPx;
  const longerPx = isWide ? widthPx : heightPx;
  const count = Math.max(1, Math.min(parts, Math.floor(longerPx / PART_MIN_PX)));
  return Array.from({ length: count }, (_unused, at) => {
    const from = Math.round((at * longerPx) / count);
    const lengthPx = Math.round(((at + 1) * longerPx) / count) - from;
    const own = isWide
      ? { xPx: xPx + from, yPx, widthPx: lengthPx, heightPx }
      : { xPx, yPx: yPx + from, widthPx, heightPx: lengthPx };
    const tilePx = Math.max(widthPx, heightPx);
    return planTiles({ region: own, bounds: region, micrometresPerPixel, settings, tilePx });
  }).flat();
}
