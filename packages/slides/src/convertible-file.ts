/**
 * Files that cannot be shown from their own tiles, and by which way they become a slide of ours.
 */
import type { ConvertiblePicture } from "./plain-image/convertible-picture.ts";

/** An archive whose entries are compressed or cannot be read in place: packed anew, as a stored zip. */
export interface RepackableArchive {
  readonly kind: "convertible";
  readonly by: "repacking";
  /** Path of the one file in it that is a slide or a picture: it is taken out, and the rest left. */
  readonly onlyEntry?: string;
}

/** A TIFF of several planes without usable tiles or levels: written anew, plane by plane. */
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
