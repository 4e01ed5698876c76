/**
 * A painted section as imaged by another scanner: positioned differently on the stage, with another pixel size.
 *
 * The stains' densities are read from the first painting, tile by tile, and interpolated; optics, light and camera noise are the
 * second scanner's own.
 */
import { insideOnly, isInside, paintTile, type ScenePainting } from "./compose-scene.ts";
import type { ScenePoint } from "./scene.ts";
import { SPAN_PX, TILE_PX, Tile } from "./tile.ts";

/** Position of the section in the second scanner. */
export interface Rescan {
  /** px of the first painting. */
  readonly from: { readonly width: number; readonly height: number };
  /** px of the second one. */
  readonly to: { readonly width: number; readonly height: number };
  /** Size of a pixel of the second painting, in px of the first. */
  readonly step: number;
  /** Rotation of the section, clockwise. */
  readonly rotationDeg: number;
  /** From the centre of the image to the position of the first image's centre, px of the second. */
  readonly shift: ScenePoint;
}

/** Number of cached painted tiles, about 220 kB each: those that the next tile of a row needs again. */
const MAX_TILES = 128;

/** Position in the second painting of a point of the first. */
export function seenAt({ from, to, step, rotationDeg, shift }: Rescan, [x, y]: ScenePoint): ScenePoint {
  const [cosine, sine] = turnOf(rotationDeg);
  const dx = (x - from.width / 2) / step;
  const dy = (y - from.height / 2) / step;
  return [to.width / 2 + shift[0] + cosine * dx - sine * dy, to.height / 2 + shift[1] + sine * dx + cosine * dy];
}

/** Paints what the second scanner saw; its structures and marks are those of the first, at their new positions. */
export function rescanPainting(painting: ScenePainting, rescan: Rescan): ScenePainting {
  const section = new PaintedSection(painting, rescan.from);
  const [cosine, sine] = turnOf(rescan.rotationDeg);
  const { from, to, step, shift } = rescan;
  const seen = (point: ScenePoint) => seenAt(rescan, point);
  return {
    paintGround(tile) {
      let isTissue = false;
      for (let j = 0; j < SPAN_PX; j++) {
        // The centre of a pixel is half a pixel from its corner, in both images.
        const dy = (tile.top + j + 0.5 - to.height / 2 - shift[1]) * step;
        for (let i = 0; i < SPAN_PX; i++) {
          const dx = (tile.left + i + 0.5 - to.width / 2 - shift[0]) * step;
          const x = from.width / 2 + cosine * dx + sine * dy - 0.5;
          const y = from.height / 2 - sine * dx + cosine * dy - 0.5;
          if (section.readInto(x, y, tile, j * SPAN_PX + i)) isTissue = true;
        }
      }
      return isTissue;
    },
    layers: [],
    listStructures() {
      const structures = painting.listStructures().map((each) => ({ ...each, points: each.points.map(seen) }));
      return insideOnly(structures, to.width, to.height);
    },
    get teachingMarks() {
      const marks = painting.teachingMarks.map((mark) => ({ ...mark, points: mark.points.map(seen) }));
      return marks.filter(({ points }) => points.every((point) => isInside(point, to.width, to.height)));
    },
  };
}

function turnOf(degrees: number): [cosine: number, sine: number] {
  return [Math.cos((degrees / 180) * Math.PI), Math.sin((degrees / 180) * Math.PI)];
}

/** The densities of a painting at any point. */
class PaintedSection {
  private readonly columns: number;
  private readonly rows: number;
  private readonly painting: ScenePainting;
  /** By number, row by row, least recently used first; null: bare glass. */
  private readonly tiles = new Map<number, Tile | null>();
  private latest: Tile | null = null;
  private latestNumber = -1;

  constructor(painting: ScenePainting, { width, height }: { readonly width: number; readonly height: number }) {
    this.painting = painting;
    this.columns = Math.ceil(width / TILE_PX);
    this.rows = Math.ceil(height / TILE_PX);
  }

  /**
   * Writes the densities at a point into a tile's planes.
   *
   * @param x px between pixel centres; @param at index in the planes.
   * @returns false if the glass is bare: the planes are then unchanged.
   */
  readInto(x: number, y: number, target: Tile, at: number): boolean {
    const column = Math.floor(x / TILE_PX);
    const row = Math.floor(y / TILE_PX);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return false;
    const tile = this.tileAt(column, row);
    if (!tile) return false;
    const inX = x - tile.left;
    const inY = y - tile.top;
    const left = Math.floor(inX);
    const top = Math.floor(inY);
    const right = inX - left;
    const below = inY - top;
    const from = top * SPAN_PX + left;
    target.first[at] = between(tile.first, from, right, below);
    target.second[at] = between(tile.second, from, right, below);
    target.third[at] = between(tile.third, from, right, below);
    return true;
  }

  private tileAt(column: number, row: number): Tile | null {
    const number = row * this.columns + column;
    if (number === this.latestNumber) return this.latest;
    let tile = this.tiles.get(number);
    if (tile === undefined) tile = this.paint(column, row);
    this.tiles.delete(number);
    this.tiles.set(number, tile);
    this.latest = tile;
    this.latestNumber = number;
    return tile;
  }

  private paint(column: number, row: number): Tile | null {
    let spare: Tile | null = null;
    if (this.tiles.size >= MAX_TILES) {
      const [oldest, tile] = this.tiles.entries().next().value as [number, Tile | null];
      this.tiles.delete(oldest);
      spare = tile;
    }
    const tile = spare ?? new Tile();
    return paintTile(this.painting, tile, column, row) ? tile : null;
  }
}

/** Interpolates between four neighbours; the margin of a tile contains those beyond its edge. */
function between(plane: Float32Array, from: number, right: number, below: number): number {
  const upper = plane[from]! + (plane[from + 1]! - plane[from]!) * right;
  const lower = plane[from + SPAN_PX]! + (plane[from + SPAN_PX + 1]! - plane[from + SPAN_PX]!) * right;
  return upper + (lower - upper) * below;
}
