import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";

/** One resolution that the slide's file has. */
export interface SlideLevel {
  /** Size of the picture at this level, in its own pixels. */
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Full-resolution pixels per pixel of this level; any number of 1 or more, not only powers of two. */
  readonly downsample: number;
  /**
   * Pixels that a tile shows beyond its own place, towards each neighbour that it has (Deep Zoom does so); 0 if absent.
   * The place itself is always `tileWidth` x `tileHeight`, from `x * tileWidth`, `y * tileHeight`.
   */
  readonly tileOverlapPx?: number;
}

/** One channel of a slide that is not simply in colour. */
export interface SlideChannel {
  readonly name: string;
  /** Colour of full intensity, `#rrggbb`. */
  readonly colour: string;
  /** Samples shown as black and as full colour, unless someone chooses others. */
  readonly window: { readonly min: number; readonly max: number };
}

/** The planes of a slide that has more than one: channels, focus depths, points in time. */
export interface SlidePlanes {
  /** Empty: tiles are in colour. Otherwise each tile shows one channel in grey, and the viewer puts them together. */
  readonly channels: readonly SlideChannel[];
  /** 8: a tile is a grey picture; 16: a PNG whose red is the high and green the low byte of a sample. */
  readonly sampleBits: 8 | 16;
  /** Number of focus planes, 1 or more, from the lowest up. */
  readonly depths: number;
  /** Between neighbouring focus planes; null: not known. */
  readonly depthSpacingUm: number | null;
  /** Number of points in time, 1 or more. */
  readonly times: number;
}

/** Which focus plane at which time; both count from 0. */
export interface Plane {
  readonly depth: number;
  readonly time: number;
}

/** Where a tile is to be had. @param level index into the slide's levels. */
export type TileAddress = (level: number, x: number, y: number) => string;

/** What the viewer must know to show a slide. */
export interface SlideDescription {
  /** Full resolution, px. */
  readonly width: number;
  readonly height: number;
  /** Largest first; the index of a level is the `{z}` of its tiles. */
  readonly levels: readonly SlideLevel[];
  /**
   * URL template with {z}, {x} and {y}, or what makes the URL of a tile, for sources that count otherwise. y counts
   * downwards, edge tiles are cut to the picture.
   */
  readonly tilesUrl: string | TileAddress;
  /** Clockwise degrees that bring the stored picture upright. */
  readonly orientationDeg: 0 | 90 | 180 | 270;
  /** null: not known, then nothing is measured and no scale bar shown. */
  readonly pixelSizeUm: PixelSizeUm | null;
  /** Nominal magnification at full resolution; null: not known. */
  readonly objectivePower: number | null;
  /** null or absent: one picture in colour. A plane is chosen by `?channel=&depth=&time=` after a tile's URL. */
  readonly planes?: SlidePlanes | null;
}
