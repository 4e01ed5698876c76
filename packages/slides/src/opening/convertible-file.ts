/**
 * Files that cannot be shown from their own tiles, and by which way they become a slide of ours.
 */
import type { PixelSizeUm } from "../slide-source.ts";

/** A picture without usable tiles: turned into a pyramid. */
export interface ConvertiblePicture {
  readonly kind: "convertible";
  readonly by: "picture";
  readonly mediaType: "image/jpeg" | "image/png" | "image/webp" | "image/jp2" | "image/tiff";
  /** As stored, before its orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** EXIF or TIFF orientation, 1 to 8. */
  readonly orientation: number;
  /** Which picture of the file it is, counted from 0 as libvips does; 0 where there is but one. */
  readonly page: number;
  /** null: unknown. */
  readonly pixelSizeUm: PixelSizeUm | null;
}

/** An archive whose entries are compressed or cannot be read in place: repacked, as a stored zip. */
export interface RepackableArchive {
  readonly kind: "convertible";
  readonly by: "repacking";
  /** Path of the one file in it that is a slide or a picture: it is taken out, and the rest left. */
  readonly onlyEntry?: string;
}

/** A TIFF of several planes without usable tiles or levels: rewritten, plane by plane. */
export interface ConvertiblePlanes {
  readonly kind: "convertible";
  readonly by: "planes";
}

/** A format that another program reads, if it is installed. */
export interface ForeignSlide {
  readonly kind: "convertible";
  readonly by: "foreign";
  /** Name of the format for a person, e.g. `MIRAX`. */
  readonly formatName: string;
  /** Of a set of files: path of the one that the program is given. */
  readonly entry?: string;
}

export type ConvertibleFile = ConvertiblePicture | RepackableArchive | ConvertiblePlanes | ForeignSlide;
export type ConversionWay = ConvertibleFile["by"];
