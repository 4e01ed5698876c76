/** Small objects (cells, nuclei) painted in sequence onto tiles, indexed by the tiles that they touch. */
import { MARGIN_PX, TILE_PX, type Tile } from "./tile.ts";

export interface Stamp {
  /** Centre, slide px. */
  readonly x: number;
  readonly y: number;
  /** Maximum distance of any part of it from its centre, in px. */
  readonly reach: number;
}

/** Stamps of one type; within a layer later ones cover earlier ones. */
export class StampLayer<S extends Stamp> {
  readonly stamps: readonly S[];
  private readonly paint: (tile: Tile, stamp: S) => void;
  private readonly columns: number;
  private readonly rows: number;
  private readonly byTile: (number[] | undefined)[];

  constructor(width: number, height: number, stamps: readonly S[], paint: (tile: Tile, stamp: S) => void) {
    this.stamps = stamps;
    this.paint = paint;
    this.columns = Math.ceil(width / TILE_PX);
    this.rows = Math.ceil(height / TILE_PX);
    this.byTile = new Array(this.columns * this.rows);
    stamps.forEach((stamp, index) => {
      const reach = stamp.reach + MARGIN_PX + 1;
      const right = Math.min(this.columns - 1, Math.floor((stamp.x + reach) / TILE_PX));
      const bottom = Math.min(this.rows - 1, Math.floor((stamp.y + reach) / TILE_PX));
      for (let row = Math.max(0, Math.floor((stamp.y - reach) / TILE_PX)); row <= bottom; row++) {
        for (let column = Math.max(0, Math.floor((stamp.x - reach) / TILE_PX)); column <= right; column++) {
          const tile = row * this.columns + column;
          const list = this.byTile[tile];
          if (list) list.push(index);
          else this.byTile[tile] = [index];
        }
      }
    });
  }

  paintOn(tile: Tile, column: number, row: number): void {
    const list = this.byTile[row * this.columns + column];
    if (!list) return;
    for (const index of list) this.paint(tile, this.stamps[index]!);
  }
}
