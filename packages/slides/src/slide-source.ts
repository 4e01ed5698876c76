/**
 * What a viewer or a server needs to know of a slide, whatever its file format.
 *
 * Frame of reference: pixels of the picture as it is stored, origin top left, x right, y down.
 * Level 0 is full resolution; levels go from the largest to the smallest.
 */

export interface SlideLevel {
  /** Size of the picture at this level, in its own pixels. */
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Full-resolution pixels per pixel of this level; 1 at level 0. Not always an integer. */
  readonly downsample: number;
}

/** How many micrometres one full-resolution pixel spans; some scanners differ per axis. */
export interface PixelSizeUm {
  readonly x: number;
  readonly y: number;
}

/** Clockwise turn, in degrees, that brings the stored picture upright. */
export type OrientationDeg = 0 | 90 | 180 | 270;

export type SlideFormat = "svs" | "tiff" | "plain-image";

export type AssociatedImageName = "label" | "macro" | "thumbnail";

export interface AssociatedImage {
  readonly name: AssociatedImageName;
  readonly width: number;
  readonly height: number;
}

/** An encoded picture, ready to be sent. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly mediaType: "image/jpeg" | "image/png" | "image/webp";
}

/** What a slide is, without its pixels: plain values. */
export interface SlideDescription {
  readonly format: SlideFormat;
  readonly width: number;
  readonly height: number;
  readonly levels: readonly SlideLevel[];
  /** null: the file does not say. */
  readonly pixelSizeUm: PixelSizeUm | null;
  /** Nominal magnification of the objective, e.g. 20; null: the file does not say. */
  readonly objectivePower: number | null;
  readonly orientationDeg: OrientationDeg;
  readonly associatedImages: readonly AssociatedImage[];
  /** What else the file says about itself: scanner, date and so on, by the format's own keys. */
  readonly properties: Readonly<Record<string, string>>;
}

export interface SlideSource extends SlideDescription {
  /**
   * One tile. Tiles at the right and lower edge are cut to the picture.
   *
   * @param level index into `levels`.
   * @param x column of the tile, from the left, from 0.
   * @param y row of the tile, from the top, from 0.
   * @throws RangeError if there is no such tile; SlideFileError if the file's bytes are not what they claim to be.
   */
  readTile(level: number, x: number, y: number, signal?: AbortSignal): Promise<EncodedImage>;

  /** @throws RangeError if the slide has no such associated image. */
  readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage>;

  close(): Promise<void>;
}

/** Why a file cannot be read as a slide. The message is a sentence for the person who brought the file. */
export class SlideFileError extends Error {
  override readonly name = "SlideFileError";
  readonly reason: "notASlide" | "unsupported" | "truncated" | "damaged" | "tooLarge";

  constructor(reason: SlideFileError["reason"], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Number of tile columns and rows of a level. */
export function tileGridOf(level: SlideLevel): { columns: number; rows: number } {
  return { columns: Math.ceil(level.width / level.tileWidth), rows: Math.ceil(level.height / level.tileHeight) };
}

/** Without what only an opened slide can do. */
export function descriptionOf(source: SlideDescription): SlideDescription {
  return {
    format: source.format,
    width: source.width,
    height: source.height,
    levels: source.levels,
    pixelSizeUm: source.pixelSizeUm,
    objectivePower: source.objectivePower,
    orientationDeg: source.orientationDeg,
    associatedImages: source.associatedImages,
    properties: source.properties,
  };
}
