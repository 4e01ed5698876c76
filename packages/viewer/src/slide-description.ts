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
}

/** What the viewer must know to show a slide. */
export interface SlideDescription {
  /** Full resolution, px. */
  readonly width: number;
  readonly height: number;
  /** Largest first; the index of a level is the `{z}` of its tiles. */
  readonly levels: readonly SlideLevel[];
  /** URL template with {z}, {x} and {y}; y counts downwards, edge tiles are cut to the picture. */
  readonly tilesUrl: string;
  /** Clockwise degrees that bring the stored picture upright. */
  readonly orientationDeg: 0 | 90 | 180 | 270;
  /** null: not known, then nothing is measured and no scale bar shown. */
  readonly pixelSizeUm: PixelSizeUm | null;
  /** Nominal magnification at full resolution; null: not known. */
  readonly objectivePower: number | null;
}
