/** Size limit of images without usable tiles. */
import { SlideFileError } from "../slide-source.ts";

/** Source: issue 2, plain pictures "up to 40,000 px a side". */
export const MAX_PX_A_SIDE = 40_000;

/** @throws SlideFileError `tooLarge` if the conversion would reject this size. */
export function assertConvertibleSize(width: number, height: number): void {
  if (Math.max(width, height) <= MAX_PX_A_SIDE) return;
  throw new SlideFileError(
    "tooLarge",
    `This image has ${width} x ${height} pixels. The limit for plain images is ${MAX_PX_A_SIDE} pixels a side. Save it as a tiled, pyramidal TIFF.`,
  );
}
