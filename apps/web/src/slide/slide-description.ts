/** A slide as the viewer wants it, from what the server says of the image. */

import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import { externalTileUrl } from "@parfocal/core/slide/external-tiles.ts";
import type { SlideDescription } from "@parfocal/viewer/slide-description.ts";

/** @returns null if the file does not say; a missing y is as x. */
export function pixelSizeOf({ micronsPerPixel, micronsPerPixelY }: SlideInformation): PixelSizeUm | null {
  if (micronsPerPixel === null || micronsPerPixel <= 0) return null;
  return { x: micronsPerPixel, y: micronsPerPixelY ?? micronsPerPixel };
}

export function describeSlide(information: SlideInformation): SlideDescription {
  const { width, height, levels, orientation, objectivePower, planes } = information;
  const pixelSizeUm = pixelSizeOf(information);
  const tilesUrl = tilesUrlOf(information);
  return { width, height, levels, tilesUrl, orientationDeg: orientation, pixelSizeUm, objectivePower, planes };
}

/** Ours by a template; those on another server by what its descriptor says. */
function tilesUrlOf({ tilesMapUrl, tilesDataSourceUrl: url, externalTiles: facts }: SlideInformation) {
  if (url === null || facts === null) return tilesMapUrl ?? "";
  return (level: number, x: number, y: number) => externalTileUrl({ url, facts }, level, x, y);
}
