/** The original colour at a point of the slide, without adjustments. */
import type { Rgb } from "@parfocal/core/colour/apply-colour.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { meanLight } from "@parfocal/core/stain/mean-light.ts";
import { levelForResolution, levelsCoarsestFirst, tilePictureSize } from "../tiles/level-choice.ts";
import { decodeTile, loadWithRetry, tileAddressOf } from "../tiles/load-tile.ts";
import type { TilePlace } from "../tiles/tile-pictures.ts";
import type { ViewerContext } from "../viewer-part.ts";

/** Side of the averaged square, px of the visible level. */
export const PICKED_SIDE_PX = 7;

export interface PickedArea {
  readonly place: TilePlace;
  /** Position of the square in the tile, px; always within one tile, shifted inwards at its edge. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** @param resolution slide pixels per device pixel. */
export function pickedArea(slide: ViewerContext["slide"], [x, y]: SlidePoint, resolution: number): PickedArea {
  const levels = levelsCoarsestFirst(slide);
  const choice = levelForResolution(
    levels.map(({ level }) => level.downsample),
    resolution,
  );
  const { level, index } = levels[choice] as (typeof levels)[number];
  const within = (value: number, size: number): number => Math.min(size - 1, Math.max(0, Math.floor(value)));
  const column = within(x / level.downsample, level.width);
  const row = within(y / level.downsample, level.height);
  const place = {
    level,
    index,
    x: Math.floor(column / level.tileWidth),
    y: Math.floor(row / level.tileHeight),
  };
  const [tileWidth, tileHeight] = tilePictureSize(level, place.x, place.y);
  const start = (middle: number, size: number): number =>
    Math.max(0, Math.min(size - PICKED_SIDE_PX, middle - (PICKED_SIDE_PX >> 1)));
  return {
    place,
    left: start(column % level.tileWidth, tileWidth),
    top: start(row % level.tileHeight, tileHeight),
    width: Math.min(PICKED_SIDE_PX, tileWidth),
    height: Math.min(PICKED_SIDE_PX, tileHeight),
  };
}

/** @throws if the tile cannot be loaded. */
export async function readLight(context: ViewerContext, point: SlidePoint, signal: AbortSignal): Promise<Rgb | null> {
  const { slide, view, pictures, getPlane } = context;
  const devicePixelRatio = globalThis.devicePixelRatio || 1;
  const { place, left, top, width, height } = pickedArea(slide, point, view.resolution() / devicePixelRatio);
  const { level, index, x, y } = place;
  const blob = await loadWithRetry(pictures.loadTile, tileAddressOf(slide, index, x, y, getPlane(), null), signal);
  const tile = await decodeTile(blob, level, x, y);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const picture = canvas.getContext("2d", { willReadFrequently: true });
  picture?.drawImage(tile, -left, -top);
  tile.close();
  return picture ? meanLight(picture.getImageData(0, 0, width, height).data) : null;
}
