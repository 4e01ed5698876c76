/**
 * Builds a scene from its parts: the ground, painted on each tile, and the layers of small objects on top.
 */
import type { ScenePoint, TeachingMark, TissueScene, TissueStructure } from "./scene.ts";
import { developer, type StainSet } from "./stain.ts";
import { TILE_PX, Tile } from "./tile.ts";

/** A scene whose layout is complete, ready to be painted. */
export interface ScenePainting {
  /**
   * Paints the tissue of a tile, below its small objects.
   *
   * @returns false where the tile is bare glass: nothing else is painted there.
   */
  readonly paintGround: (tile: Tile) => boolean;
  /** From the lowest to the highest. */
  readonly layers: readonly { paintOn(tile: Tile, column: number, row: number): void }[];
  listStructures(): TissueStructure[];
  readonly teachingMarks: readonly TeachingMark[];
}

interface SceneFacts {
  readonly key: string;
  readonly title: string;
  readonly stain: string;
  readonly width: number;
  readonly height: number;
  readonly pixelSizeUm: number;
  readonly objectivePower: number;
  readonly sectionPoints?: readonly ScenePoint[];
  readonly stains: StainSet;
  /** Colour of the empty slide; default: a faint lilac. */
  readonly glass?: readonly [number, number, number];
}

/** @param layOut computes the layout; called once, when the scene is first used. */
export function composeScene(facts: SceneFacts, layOut: () => ScenePainting): TissueScene {
  const { stains, glass, sectionPoints = [], ...named } = facts;
  const { width } = facts;
  let prepared: ScenePainting | undefined;
  let structures: readonly TissueStructure[] | undefined;
  const painting = () => {
    prepared ??= layOut();
    return prepared;
  };
  return {
    ...named,
    sectionPoints,
    get teachingMarks() {
      return painting().teachingMarks;
    },
    structures() {
      structures ??= painting().listStructures();
      return structures;
    },
    renderBand(top, rows) {
      const painted = painting();
      const band = new Uint8Array(width * rows * 3);
      const tile = new Tile();
      const film = developer(width, stains, glass);
      for (let row = Math.floor(top / TILE_PX); row * TILE_PX < top + rows; row++) {
        const fromRow = Math.max(0, top - row * TILE_PX);
        const toRow = Math.min(TILE_PX, top + rows - row * TILE_PX);
        for (let column = 0; column * TILE_PX < width; column++) {
          paintTile(painted, tile, column, row);
          const columns = Math.min(TILE_PX, width - column * TILE_PX);
          const offset = ((row * TILE_PX + fromRow - top) * width + column * TILE_PX) * 3;
          film.develop(tile, fromRow, toRow, columns, band, offset, width);
        }
      }
      return band;
    },
  };
}

/** The densities of one tile, as imaged by the optics. @returns false if it is bare glass. */
export function paintTile({ paintGround, layers }: ScenePainting, tile: Tile, column: number, row: number): boolean {
  tile.moveTo(column, row);
  if (!paintGround(tile)) return false;
  for (const layer of layers) layer.paintOn(tile, column, row);
  tile.soften();
  return true;
}

/** Whether a point is inside the image. */
export function isInside([x, y]: ScenePoint, width: number, height: number): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/**
 * Structures that are completely inside the image. Half a cell at the border is drawn, but not counted.
 */
export function insideOnly(structures: readonly TissueStructure[], width: number, height: number): TissueStructure[] {
  return structures.filter(({ points }) => points.every((point) => isInside(point, width, height)));
}
