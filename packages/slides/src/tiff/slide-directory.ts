/**
 * All that is known of a slide file without its pixels, as plain values.
 *
 * It is what parsing yields and all that reading needs: kept as JSON in a database, it lets a slide be opened
 * again without parsing, which counts where files lie on slow disks.
 */
import type { AssociatedImageName, OrientationDeg, PixelSizeUm, SlideFormat, SlideLevel } from "../slide-source.ts";
import type { PictureStorage } from "./tiff-page.ts";

/** Changes when a directory of an older release can no longer be read. */
export const DIRECTORY_VERSION = 1;

export interface SlideDirectory {
  readonly version: typeof DIRECTORY_VERSION;
  /** Size of the file that was parsed; a file of another size is another file. */
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
