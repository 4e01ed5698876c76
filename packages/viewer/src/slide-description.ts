import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";

/** One resolution level of the slide's file. */
export interface SlideLevel {
  /** Size of the image at this level, in pixels of the level. */
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Full-resolution pixels per pixel of this level; any number from 1, not only powers of two. */
  readonly downsample: number;
  /**
   * Overlap of a tile with each neighbour (as in Deep Zoom), px; 0 if absent.
   * The tile's own area is always `tileWidth` x `tileHeight`, from `x * tileWidth`, `y * tileHeight`.
   */
  readonly tileOverlapPx?: number;
}

/** One channel of a slide with channels. */
export interface SlideChannel {
  readonly name: string;
  /** Colour of full intensity, `#rrggbb`. */
  readonly colour: string;
  /** Sample values shown as black and as full colour by default. */
  readonly window: { readonly min: number; readonly max: number };
}

/** The planes of a slide that has more than one: channels, focus depths, points in time. */
export interface SlidePlanes {
  /** Empty: tiles are in colour. Otherwise each tile shows one channel in grey, and the viewer composes them. */
  readonly channels: readonly SlideChannel[];
  /** 8: a tile is a grey image; 16: a PNG with the high byte of a sample in red and the low byte in green. */
  readonly sampleBits: 8 | 16;
  /** Number of focus planes, at least 1, counted from the lowest. */
  readonly depths: number;
  /** Distance between neighbouring focus planes; null: unknown. */
  readonly depthSpacingUm: number | null;
  /** Number of points in time, at least 1. */
  readonly times: number;
}

/** A focus plane and a point in time; both count from 0. */
export interface Plane {
  readonly depth: number;
  readonly time: number;
}

/** URL of a tile. @param level index into the slide's levels. */
export type TileAddress = (level: number, x: number, y: number) => string;

/** Properties of a slide that the viewer needs to show it. */
export interface SlideDescription {
  /** Full resolution, px. */
  readonly width: number;
  readonly height: number;
  /** Largest first; the index of a level is the `{z}` of its tiles. */
  readonly levels: readonly SlideLevel[];
  /**
   * URL template with {z}, {x} and {y}, or a function that returns the URL of a tile, for sources with other numbering.
   * y counts downwards; edge tiles are cropped to the image.
   */
  readonly tilesUrl: string | TileAddress;
  /** Clockwise rotation that makes the stored image upright, degrees. */
  readonly orientationDeg: 0 | 90 | 180 | 270;
  /** null: unknown; measurements and scale bar are then unavailable. */
  readonly pixelSizeUm: PixelSizeUm | null;
  /** Nominal magnification at full resolution; null: unknown. */
  readonly objectivePower: number | null;
  /** null or absent: a single colour image. A plane is selected by `?channel=&depth=&time=` after a tile's URL. */
  readonly planes?: SlidePlanes | null;
}
