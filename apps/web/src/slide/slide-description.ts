/** A slide as the viewer wants it, from what the server says of the image. */

import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { SlideDescription } from "@parfocal/viewer/slide-description.ts";

/** @returns null if the file does not say; a missing y is as x. */
export function pixelSizeOf({ micronsPerPixel, micronsPerPixelY }: SlideInformation): PixelSizeUm | null {
  if (micronsPerPixel === null || micronsPerPixel <= 0) return null;
  return { x: micronsPerPixel, y: micronsPerPixelY ?? micronsPerPixel };
}

export function describeSlide(information: SlideInformation): SlideDescription {
  const { width, height, levels, tilesMapUrl, orientation, objectivePower } = information;
  const pixelSizeUm = pixelSizeOf(information);
  return { width, height, levels, tilesUrl: tilesMapUrl, orientationDeg: orientation, pixelSizeUm, objectivePower };
}
