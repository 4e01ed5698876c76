/**
 * Mapping from tiles and planes of a DICOM image to frames.
 *
 * Source: DICOM PS3.3, section C.7.6.17.3 (TILED_FULL: columns, then rows, then focal planes, then optical paths; and
 * TILED_SPARSE: each frame contains its position).
 */
import { SlideFileError } from "../slide-source.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import type { FramePositions } from "./frame-positions.ts";

export interface TileGrid {
  readonly columns: number;
  readonly rows: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
}

export interface TileOrder {
  /** Identifiers of the optical paths, in order. */
  readonly paths: readonly string[];
  /** Number of focal planes. */
  readonly depths: number;
  /** Distance between focal planes; null: unknown. */
  readonly depthSpacingUm: number | null;
  /** All indices start at 0. -1: no frame, the tile is blank. */
  frameOf(column: number, row: number, path: number, depth: number): number;
}

/** Properties of an image with a full tiling. */
export interface FullTilingFacts {
  readonly paths: readonly string[];
  /** null: unknown. */
  readonly focalPlanes: number | null;
  readonly frameCount: number;
}

/** @throws SlideFileError `damaged` if there are fewer frames than tiles. */
export function fullOrder({ columns, rows }: TileGrid, facts: FullTilingFacts): TileOrder {
  const tiles = columns * rows;
  const planes = Math.floor(facts.frameCount / tiles);
  if (planes === 0) throw damagedDicom("it contains fewer tiles than its image needs");
  const paths = facts.paths.length > 0 ? facts.paths : [""];
  const depths = facts.focalPlanes ?? Math.max(1, Math.floor(planes / paths.length));
  // Declared planes without frames are ignored.
  const isBelieved = depths * paths.length <= planes;
  const order = isBelieved ? { paths, depths } : { paths: paths.slice(0, 1), depths: 1 };
  return {
    ...order,
    depthSpacingUm: null,
    frameOf: (column, row, path, depth) => ((path * order.depths + depth) * rows + row) * columns + column,
  };
}

/** Two frames of one tile with a smaller difference in height show the same focal plane. */
const SAME_HEIGHT_UM = 1e-3;

/**
 * Frames of one tile at several heights are its focal planes, from the lowest to the highest, by rank: heights may
 * differ between tiles, since scanners follow the tissue. If two frames have the same position, the first is shown.
 *
 * @param parts of a concatenation, in order; frames are numbered through all parts.
 * @throws SlideFileError if tiles lie outside the image, or not on a grid.
 */
export function sparseOrder(grid: TileGrid, parts: readonly FramePositions[]): TileOrder {
  const paths: string[] = [];
  const frames = gatherFrames(grid, parts, paths);
  const { cells, heights } = frames;
  const order = inOrder(cells, heights);
  // Ranks first, since the number of focal planes is part of the key.
  const ranks = new Uint16Array(order.length);
  let depths = 1;
  let spacingUm: number | null = null;
  for (let i = 1; i < order.length; i++) {
    const [before, here] = [order[i - 1]!, order[i]!];
    if (cells[before] !== cells[here]) continue;
    const stepUm = heights[here]! - heights[before]!;
    const isNew = stepUm > SAME_HEIGHT_UM;
    if (isNew) spacingUm ??= Number(stepUm.toPrecision(6));
    ranks[i] = Math.min(ranks[i - 1]! + (isNew ? 1 : 0), 65_535);
    depths = Math.max(depths, ranks[i]! + 1);
  }
  const keys = Float64Array.from(order, (frame, i) => cells[frame]! * depths + ranks[i]!);
  return {
    paths,
    depths,
    depthSpacingUm: spacingUm,
    frameOf: (column, row, path, depth) => {
      const cell = (path * grid.rows + row) * grid.columns + column;
      const at = firstOf(keys, cell * depths + depth);
      return at < 0 ? -1 : order[at]!;
    },
  };
}

/** For each frame its cell: path, row and column in one number. */
function gatherFrames(
  grid: TileGrid,
  parts: readonly FramePositions[],
  paths: string[],
): { cells: Float64Array; heights: Float64Array } {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const cells = new Float64Array(count);
  const heights = new Float64Array(count);
  let frame = 0;
  for (const part of parts) {
    const pathIndices = part.pathIdentifiers.map((identifier) => {
      const known = paths.indexOf(identifier);
      return known >= 0 ? known : paths.push(identifier) - 1;
    });
    for (let i = 0; i < part.count; i++, frame++) {
      const column = part.lefts[i]! / grid.tileWidth;
      const row = part.tops[i]! / grid.tileHeight;
      if (!Number.isInteger(column) || !Number.isInteger(row)) throw offGrid();
      if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) {
        throw damagedDicom("one of its tiles is outside its image");
      }
      cells[frame] = (pathIndices[part.paths[i]!]! * grid.rows + row) * grid.columns + column;
      heights[frame] = part.heightsUm[i]!;
    }
  }
  return { cells, heights };
}

/** Frame indices by cell, then by height, then in file order; most files are written in this order. */
function inOrder(cells: Float64Array, heights: Float64Array): Uint32Array {
  const order = Uint32Array.from(cells, (_, frame) => frame);
  const compare = (a: number, b: number) => cells[a]! - cells[b]! || heights[a]! - heights[b]! || a - b;
  const isSorted = order.every((frame) => frame === 0 || compare(frame - 1, frame) < 0);
  return isSorted ? order : order.sort(compare);
}

/** Index of the first of equal keys; -1: none. */
function firstOf(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return keys[low] === key ? low : -1;
}

function offGrid(): SlideFileError {
  return new SlideFileError("unsupported", "The tiles of this DICOM slide are not on a grid. Parfocal cannot show it.");
}
