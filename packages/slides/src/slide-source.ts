/**
 * What a viewer or a server needs to know about a slide of any file format.
 *
 * Frame of reference: pixels of the image as stored, origin top left, x right, y down. Level 0 is full resolution;
 * levels are ordered from the largest to the smallest.
 */
import { fileText, fileTexts } from "./file-texts.ts";

export interface SlideLevel {
  /** Size of the image at this level, in pixels of the level. */
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Full-resolution pixels per pixel of this level; 1 at level 0. Not always an integer. */
  readonly downsample: number;
  /**
   * Pixels by which a tile extends beyond its own area towards each neighbour that it has (as in Deep Zoom); 0 if
   * absent. The area itself is always `tileWidth` x `tileHeight`, starting at `x * tileWidth`, `y * tileHeight`.
   */
  readonly tileOverlapPx?: number;
}

/** Size of a full-resolution pixel in micrometres; some scanners have different values per axis. */
export interface PixelSizeUm {
  readonly x: number;
  readonly y: number;
}

/** Clockwise rotation, in degrees, that makes the stored image upright. */
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

/** An encoded image, ready to be sent. */
export interface EncodedImage {
  readonly bytes: Buffer;
  readonly mediaType: "image/jpeg" | "image/png" | "image/webp";
}

/** One channel of a slide whose tiles are not in colour. */
export interface SlideChannel {
  /** Name in the file, e.g. `DAPI`; `Channel 1` if it has none. */
  readonly name: string;
  /** Colour of full intensity, `#rrggbb`. */
  readonly colour: string;
  /** Sample values shown as black and as full colour by default. */
  readonly window: { readonly min: number; readonly max: number };
}

/** The planes of a slide that has more than one: channels, focus depths, points in time. */
export interface SlidePlanes {
  /** Empty if tiles are in colour, ready to be shown. Otherwise each tile shows one channel, in grey. */
  readonly channels: readonly SlideChannel[];
  /**
   * Bits per channel sample. 8: a tile is an 8-bit grey PNG; 16: a PNG with the high byte in red and the low byte in
   * green.
   */
  readonly sampleBits: 8 | 16;
  /** Number of focus planes (z), 1 or more, ordered from the lowest to the highest. */
  readonly depths: number;
  /** Distance between neighbouring focus planes; null: unknown. */
  readonly depthSpacingUm: number | null;
  /** Number of points in time, 1 or more. */
  readonly times: number;
}

/** Selects a plane; all indices start at 0. */
export interface Plane {
  readonly channel: number;
  readonly depth: number;
  readonly time: number;
}

/** An annotation stored in the slide's file, in full-resolution pixels. */
export interface FileAnnotation {
  readonly shape: "point" | "polyline" | "polygon";
  readonly pointsPx: readonly (readonly [x: number, y: number])[];
  readonly label: string;
}

/** Description of a slide without its pixels: plain values. */
export interface SlideDescription {
  readonly format: SlideFormat;
  readonly width: number;
  readonly height: number;
  readonly levels: readonly SlideLevel[];
  /** null: unknown. */
  readonly pixelSizeUm: PixelSizeUm | null;
  /** Nominal magnification of the objective, e.g. 20; null: unknown. */
  readonly objectivePower: number | null;
  readonly orientationDeg: OrientationDeg;
  readonly associatedImages: readonly AssociatedImage[];
  /** null: a single colour image. */
  readonly planes: SlidePlanes | null;
  /** Other metadata of the file, such as scanner and date, under the format's own keys. */
  readonly properties: Readonly<Record<string, string>>;
}

export interface ReadTileOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default: the first channel, depth and time. */
  readonly plane?: Plane | undefined;
}

export interface SlideSource extends SlideDescription {
  /** Whether tiles must be decoded and re-encoded, so that caching them is worthwhile. */
  readonly isRecoding: boolean;

  /**
   * Reads one tile. Tiles at the right and lower edge are cropped to the image. For colour pixels, call
   * `readColourTile` (`picture/colour-tile.ts`) instead.
   *
   * @param level index into `levels`.
   * @param x column of the tile, from the left, from 0.
   * @param y row of the tile, from the top, from 0.
   * @throws RangeError if there is no such tile or plane; SlideFileError if the file's data is invalid.
   */
  readTile(level: number, x: number, y: number, options?: ReadTileOptions): Promise<EncodedImage>;

  /** @throws RangeError if the slide has no such associated image. */
  readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage>;

  /** Annotations stored in the file, if the format supports them. */
  readAnnotations?(): Promise<readonly FileAnnotation[]>;

  close(): Promise<void>;
}

/** Why a file cannot be read as a slide. The message is for the person who uploaded the file. */
export class SlideFileError extends Error {
  override readonly name = "SlideFileError";
  readonly reason: "notASlide" | "unsupported" | "truncated" | "damaged" | "tooLarge";

  constructor(reason: SlideFileError["reason"], message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Maximum length of a channel name. */
const MAX_NAME_CHARACTERS = 200;

/**
 * Plane that `readTile` reads by default; with several depths, the lowest. To show a slide, start with
 * `openingPlaneOf`.
 */
export const FIRST_PLANE: Plane = { channel: 0, depth: 0, time: 0 };

/**
 * The plane that a slide is first shown with: first channel, first time, and the middle depth, which is most likely in
 * focus. If the number of depths is even, the lower of the two middle depths.
 */
export function openingPlaneOf(planes: Pick<SlidePlanes, "depths"> | null): Plane {
  return { ...FIRST_PLANE, depth: Math.floor(((planes?.depths ?? 1) - 1) / 2) };
}

/** Number of planes: for each depth and time, one per channel, or one if in colour. */
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

/** Copies the description alone, without the methods of an opened slide; its texts are safe to store and show. */
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
