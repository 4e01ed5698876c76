/**
 * What a viewer or a server needs to know of a slide, whatever its file format.
 *
 * Frame of reference: pixels of the picture as it is stored, origin top left, x right, y down.
 * Level 0 is full resolution; levels go from the largest to the smallest.
 */
import { fileText, fileTexts } from "./file-texts.ts";

export interface SlideLevel {
  /** Size of the picture at this level, in its own pixels. */
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Full-resolution pixels per pixel of this level; 1 at level 0. Not always an integer. */
  readonly downsample: number;
  /**
   * Pixels that a tile shows beyond its own place, towards each neighbour that it has (Deep Zoom does so); 0 if absent.
   * The place itself is always `tileWidth` x `tileHeight`, from `x * tileWidth`, `y * tileHeight`.
   */
  readonly tileOverlapPx?: number;
}

/** How many micrometres one full-resolution pixel spans; some scanners differ per axis. */
export interface PixelSizeUm {
  readonly x: number;
  readonly y: number;
}

/** Clockwise turn, in degrees, that brings the stored picture upright. */
export type OrientationDeg = 0 | 90 | 180 | 270;

export type SlideFormat =
  | "svs"
  | "tiff"
  | "ndpi"
  | "ome-tiff"
  | "leica-scn"
  | "ventana-bif"
  | "philips-tiff"
  | "dicom"
  | "deep-zoom"
  | "zoomify"
  | "iiif"
  | "plain-image"
  /** Converted by another program (OpenSlide, libvips). */
  | "foreign";

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

/** One channel of a slide that is not simply in colour. */
export interface SlideChannel {
  /** As the file calls it, e.g. `DAPI`; `Channel 1` if it does not. */
  readonly name: string;
  /** Colour of full intensity, `#rrggbb`. */
  readonly colour: string;
  /** Samples shown as black and as full colour, unless someone chooses others. */
  readonly window: { readonly min: number; readonly max: number };
}

/** The planes of a slide that has more than one: channels, focus depths, points in time. */
export interface SlidePlanes {
  /** Empty: tiles are in colour, ready to be shown. Otherwise each tile shows one channel, in grey. */
  readonly channels: readonly SlideChannel[];
  /** Of a channel's samples: a tile is a grey PNG of 8 bits, or for 16 a PNG whose red is the high and green the low byte. */
  readonly sampleBits: 8 | 16;
  /** Number of focus planes (z), 1 or more, from the lowest up. */
  readonly depths: number;
  /** Between neighbouring focus planes; null: the file does not say. */
  readonly depthSpacingUm: number | null;
  /** Number of points in time, 1 or more. */
  readonly times: number;
}

/** Which plane; all count from 0. */
export interface Plane {
  readonly channel: number;
  readonly depth: number;
  readonly time: number;
}

/** Something drawn that the file itself brings, in full-resolution pixels. */
export interface FileAnnotation {
  readonly shape: "point" | "polyline" | "polygon";
  readonly pointsPx: readonly (readonly [x: number, y: number])[];
  readonly label: string;
}

/** What a slide is, without its pixels: plain values. */
export interface SlideDescription {
  readonly format: SlideFormat;
  readonly width: number;
  readonly height: number;
  readonly levels: readonly SlideLevel[];
  /** null: unknown. */
  readonly pixelSizeUm: PixelSizeUm | null;
  /** Nominal magnification of the objective, e.g. 20; null: the file does not say. */
  readonly objectivePower: number | null;
  readonly orientationDeg: OrientationDeg;
  readonly associatedImages: readonly AssociatedImage[];
  /** null: one picture in colour. */
  readonly planes: SlidePlanes | null;
  /** What else the file says about itself: scanner, date and so on, by the format's own keys. */
  readonly properties: Readonly<Record<string, string>>;
}

export interface ReadTileOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: the first of each. */
  readonly plane?: Plane | undefined;
}

export interface SlideSource extends SlideDescription {
  /** Whether tiles have to be decoded and re-encoded, so that it pays to keep them. */
  readonly isRecoding: boolean;

  /**
   * One tile. Tiles at the right and lower edge are cut to the picture.
   * For pixels in colour, call `readColourTile` (`picture/colour-tile.ts`) instead.
   *
   * @param level index into `levels`.
   * @param x column of the tile, from the left, from 0.
   * @param y row of the tile, from the top, from 0.
   * @throws RangeError if there is no such tile or plane; SlideFileError if the file's bytes are not what they claim to be.
   */
  readTile(level: number, x: number, y: number, options?: ReadTileOptions): Promise<EncodedImage>;

  /** @throws RangeError if the slide has no such associated image. */
  readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage>;

  /** What someone drew on the slide, where the file brings it. */
  readAnnotations?(): Promise<readonly FileAnnotation[]>;

  close(): Promise<void>;
}

/** Why a file cannot be read as a slide. The message is a sentence for the person who uploaded the file. */
export class SlideFileError extends Error {
  override readonly name = "SlideFileError";
  readonly reason: "notASlide" | "unsupported" | "truncated" | "damaged" | "tooLarge";

  constructor(reason: SlideFileError["reason"], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Of a channel. */
const MAX_NAME_CHARACTERS = 200;

/** Plane that `readTile` reads by default: of several depths the lowest. To show a slide, begin with `openingPlaneOf`. */
export const FIRST_PLANE: Plane = { channel: 0, depth: 0, time: 0 };

/**
 * The plane a slide is shown with at first: the first channel in the middle of its depths, which is most likely in focus,
 * at its beginning. Of an even number of depths the lower of the two in the middle.
 */
export function openingPlaneOf(planes: Pick<SlidePlanes, "depths"> | null): Plane {
  return { ...FIRST_PLANE, depth: Math.floor(((planes?.depths ?? 1) - 1) / 2) };
}

/** How many planes there are: of each depth and time one a channel, or one in colour. */
export function planeCountOf(planes: SlidePlanes | null): number {
  return planes === null ? 1 : Math.max(1, planes.channels.length) * planes.depths * planes.times;
}

/** @throws RangeError if the slide has no such plane. */
export function checkPlane({ planes }: Pick<SlideDescription, "planes">, { channel, depth, time }: Plane): void {
  const exists = (index: number, count: number) => Number.isInteger(index) && index >= 0 && index < Math.max(1, count);
  if (
    exists(channel, planes?.channels.length ?? 1) &&
    exists(depth, planes?.depths ?? 1) &&
    exists(time, planes?.times ?? 1)
  ) {
    return;
  }
  throw new RangeError(`Plane ${channel}/${depth}/${time} does not exist.`);
}

/** Number of tile columns and rows of a level. */
export function tileGridOf(level: SlideLevel): { columns: number; rows: number } {
  return { columns: Math.ceil(level.width / level.tileWidth), rows: Math.ceil(level.height / level.tileHeight) };
}

/** Without what only an opened slide can do; its texts are fit to be kept and shown. */
export function descriptionOf(source: SlideDescription, planes = source.planes): SlideDescription {
  return {
    format: source.format,
    width: source.width,
    height: source.height,
    levels: source.levels,
    pixelSizeUm: source.pixelSizeUm,
    objectivePower: source.objectivePower,
    orientationDeg: source.orientationDeg,
    associatedImages: source.associatedImages,
    planes: planes && {
      ...planes,
      channels: planes.channels.map((channel) => ({ ...channel, name: fileText(channel.name, MAX_NAME_CHARACTERS) })),
    },
    properties: fileTexts(source.properties),
  };
}
