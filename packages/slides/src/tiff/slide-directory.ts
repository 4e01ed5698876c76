/**
 * Everything known about a slide file except its pixels, as plain values.
 *
 * It is the result of parsing and sufficient for reading: stored as JSON in a database, it allows a slide to be opened
 * again without parsing, which saves time on slow disks.
 */
import type { AssociatedImageName, OrientationDeg, PixelSizeUm, SlideFormat, SlideLevel } from "../slide-source.ts";
import type { PictureStorage } from "./tiff-page.ts";

/** Changes when directories of older releases can no longer be read. */
export const DIRECTORY_VERSION = 1;

export interface SlideDirectory {
  readonly version: typeof DIRECTORY_VERSION;
  /** Size of the parsed file; a file of another size is a different file. */
  readonly fileBytes: number;
  readonly isLittleEndian: boolean;
  readonly format: SlideFormat;
  /** From the largest to the smallest. */
  readonly levels: readonly { readonly facts: SlideLevel; readonly picture: PictureStorage }[];
  readonly associatedImages: readonly { readonly name: AssociatedImageName; readonly picture: PictureStorage }[];
  readonly pixelSizeUm: PixelSizeUm | null;
  readonly objectivePower: number | null;
  readonly orientationDeg: OrientationDeg;
  readonly properties: Readonly<Record<string, string>>;
}
