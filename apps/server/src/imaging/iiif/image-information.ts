/** Image information of a slide for IIIF clients. Source: IIIF Image API 3.0, section 5. */
import { REGION_MAX_AREA_PX, REGION_MAX_SIDE_PX } from "@parfocal/slides/region/render-region.ts";
import { isOnItsSide, type Size, uprightSizeOf } from "@parfocal/slides/region/upright-frame.ts";
import type { SlideDescription, SlideLevel } from "@parfocal/slides/slide-source.ts";

export const IMAGE_CONTEXT = "http://iiif.io/api/image/3/context.json";
export const LEVEL_2_PROFILE = "http://iiif.io/api/image/3/level2.json";

interface TileRow {
  readonly width: number;
  readonly height: number;
  readonly scaleFactors: number[];
}

/** @param id URL of the image, without a trailing slash. */
export function describeImage(slide: SlideDescription, id: string): object {
  const full = uprightSizeOf(slide);
  const tiles = tileRowsOf(slide);
  const factors = tiles.flatMap(({ scaleFactors }) => scaleFactors);
  return {
    "@context": IMAGE_CONTEXT,
    id,
    type: "ImageService3",
    protocol: "http://iiif.io/api/image",
    profile: "level2",
    ...full,
    maxWidth: REGION_MAX_SIDE_PX,
    maxHeight: REGION_MAX_SIDE_PX,
    maxArea: REGION_MAX_AREA_PX,
    sizes: sizesOf(full, factors),
    tiles,
    preferredFormats: ["jpg"],
    extraFormats: ["webp"],
    extraQualities: ["color", "gray", "bitonal"],
    extraFeatures: ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary", "sizeUpscaling"],
  };
}

/** Sizes of the whole image at the slide's own resolution levels, ascending. */
function sizesOf({ width, height }: Size, factors: readonly number[]): Size[] {
  return [...factors]
    .sort((a, b) => b - a)
    .map((factor) => ({ width: Math.ceil(width / factor), height: Math.ceil(height / factor) }))
    .filter(
      (size) =>
        Math.max(size.width, size.height) <= REGION_MAX_SIDE_PX && size.width * size.height <= REGION_MAX_AREA_PX,
    );
}

/**
 * The slide's own tiles, which are sent without decoding, for levels whose scale is a whole number; then halvings until
 * the whole image fits in one tile.
 */
function tileRowsOf(slide: SlideDescription): TileRow[] {
  const [first] = slide.levels;
  if (!first) return [];
  const levels: { factor: number; tile: Size }[] = slide.levels
    .filter(({ downsample }) => Number.isInteger(downsample))
    .map((level) => ({ factor: level.downsample, tile: tileOf(slide, level) }));
  if (levels.length === 0) levels.push({ factor: 1, tile: tileOf(slide, first) });
  const full = uprightSizeOf(slide);
  for (;;) {
    const { factor, tile } = levels.at(-1)!;
    if (full.width <= tile.width * factor && full.height <= tile.height * factor) break;
    levels.push({ factor: factor * 2, tile });
  }
  const rows: TileRow[] = [];
  for (const { factor, tile } of levels) {
    const row = rows.find(({ width, height }) => width === tile.width && height === tile.height);
    if (!row) rows.push({ ...tile, scaleFactors: [factor] });
    else if (!row.scaleFactors.includes(factor)) row.scaleFactors.push(factor);
  }
  return rows;
}

function tileOf({ orientationDeg }: SlideDescription, { tileWidth, tileHeight }: SlideLevel): Size {
  return isOnItsSide(orientationDeg)
    ? { width: tileHeight, height: tileWidth }
    : { width: tileWidth, height: tileHeight };
}
