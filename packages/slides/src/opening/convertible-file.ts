/** Files whose own tiles cannot be shown, and how they are converted to a slide. */
import type { PixelSizeUm } from "../slide-source.ts";

/** An image without usable tiles: converted to a pyramid. */
export interface ConvertiblePicture {
  readonly kind: "convertible";
  readonly by: "picture";
  readonly mediaType: "image/jpeg" | "image/png" | "image/webp" | "image/jp2" | "image/tiff";
  /** As stored, before its orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** EXIF or TIFF orientation, 1 to 8. */
  readonly orientation: number;
  /** Index of the image in the file, from 0 as in libvips; 0 if there is only one. */
  readonly page: number;
  /** null: unknown. */
  readonly pixelSizeUm: PixelSizeUm | null;
}

/** An archive whose entries are compressed or cannot be read in place: repacked as an uncompressed zip. */
export interface RepackableArchive {
  readonly kind: "convertible";
  readonly by: "repacking";
  /** Path of the only slide or image in the archive: it is extracted, and the rest is ignored. */
  readonly onlyEntry?: string;
}

/** A TIFF with several planes, without usable tiles or levels: rewritten plane by plane. */
export interface ConvertiblePlanes {
  readonly kind: "convertible";
  readonly by: "planes";
}

/** A format that another program reads, if it is installed. */
export interface ForeignSlide {
  readonly kind: "convertible";
  readonly by: "foreign";
  /** Display name of the format, e.g. `MIRAX`. */
  readonly formatName: string;
  /** For a set of files: path of the file that is passed to the program. */
  readonly entry?: string;
}

export type ConvertibleFile = ConvertiblePicture | RepackableArchive | ConvertiblePlanes | ForeignSlide;
export type ConversionWay = ConvertibleFile["by"];
