/**
 * A slide as a Deep Zoom pyramid: each level has half the size of the next, from a single pixel to the upright image.
 */
import type { Rectangle, Size } from "@parfocal/slides/region/upright-frame.ts";
import { uprightSizeOf } from "@parfocal/slides/region/upright-frame.ts";
import type { SlideDescription } from "@parfocal/slides/slide-source.ts";

/** Tiles of the slide's own size are sent without decoding; Deep Zoom supports only square tiles. */
const DEFAULT_TILE_PX = 512;
const SMALLEST_TILE_PX = 128;
const LARGEST_TILE_PX = 1_024;

interface DeepZoomPlace {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

function tileSizeOf({ levels: [first] }: Pick<SlideDescription, "levels">): number {
  const isSquare = first !== undefined && first.tileWidth === first.tileHeight;
  const isUsable = isSquare && first.tileWidth >= SMALLEST_TILE_PX && first.tileWidth <= LARGEST_TILE_PX;
  return isUsable ? first.tileWidth : DEFAULT_TILE_PX;
}

export function describeDeepZoom(slide: SlideDescription): string {
  const { width, height } = uprightSizeOf(slide);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" TileSize="${tileSizeOf(slide)}">` +
    `<Size Width="${width}" Height="${height}"/></Image>\n`
  );
}

/** @returns the region of the upright image that a tile shows, and its size; null if there is no such tile. */
export function regionOfTile(
  slide: SlideDescription,
  { level, x, y }: DeepZoomPlace,
): { region: Rectangle; size: Size } | null {
  const full = uprightSizeOf(slide);
  const deepest = Math.ceil(Math.log2(Math.max(full.width, full.height)));
  if (level > deepest) return null;
  const factor = 2 ** (deepest - level);
  const tileSize = tileSizeOf(slide);
  const [left, top] = [x * tileSize * factor, y * tileSize * factor];
  if (left >= full.width || top >= full.height) return null;
  const sideOf = (length: number, index: number) => Math.min(tileSize, Math.ceil(length / factor) - index * tileSize);
  const size = { width: sideOf(full.width, x), height: sideOf(full.height, y) };
  const region = {
    left,
    top,
    width: Math.min(tileSize * factor, full.width - left),
    height: Math.min(tileSize * factor, full.height - top),
  };
  return { region, size };
}
