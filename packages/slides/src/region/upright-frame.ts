/**
 * Converts between the stored image and the upright one: a slide's orientation rotates it clockwise by multiples of 90
 * degrees.
 */
import type { OrientationDeg, SlideDescription } from "../slide-source.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** In px of an image, origin top left, y down. */
export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

/** Whether width and height are swapped. */
export const isOnItsSide = (orientationDeg: OrientationDeg): boolean => orientationDeg % 180 !== 0;

export function turnedSize({ width, height }: Size, orientationDeg: OrientationDeg): Size {
  return isOnItsSide(orientationDeg) ? { width: height, height: width } : { width, height };
}

/** Size of the whole upright image, full-resolution px. */
export function uprightSizeOf(slide: Pick<SlideDescription, "width" | "height" | "orientationDeg">): Size {
  return turnedSize(slide, slide.orientationDeg);
}

/** The rectangle of the stored image that shows a rectangle of the upright one, both in full-resolution px. */
export function storedRectangle(
  slide: Pick<SlideDescription, "width" | "height" | "orientationDeg">,
  { left, top, width, height }: Rectangle,
): Rectangle {
  const right = uprightSizeOf(slide).width - left - width;
  const bottom = uprightSizeOf(slide).height - top - height;
  switch (slide.orientationDeg) {
    case 0:
      return { left, top, width, height };
    case 90:
      return { left: top, top: right, width: height, height: width };
    case 180:
      return { left: right, top: bottom, width, height };
    case 270:
      return { left: bottom, top: left, width: height, height: width };
  }
}
