/** An in-memory slide of a given image, with lossless tiles. */
import { cutPicture, encodePng, type RawPicture } from "../codec/raw-picture.ts";
import { AreaMeans } from "../region/area-means.ts";
import type { OrientationDeg, SlideLevel, SlideSource } from "../slide-source.ts";

export interface PictureSource extends SlideSource {
  /** Images of all levels. */
  readonly pictures: readonly RawPicture[];
  /** Tiles read so far, as `level/x/y`. */
  readonly reads: string[];
}

interface PictureSourceOptions {
  readonly tile?: { readonly width: number; readonly height: number };
  /** Downsamples of the levels below full resolution. */
  readonly downsamples?: readonly number[];
  /** Rounding of a level's odd side. */
  readonly rounding?: "up" | "down";
  readonly tileOverlapPx?: number;
  readonly orientationDeg?: OrientationDeg;
}

/** @param full the image as stored. */
export function pictureSource(
  full: RawPicture,
  {
    tile = { width: 64, height: 48 },
    downsamples = [2, 4],
    rounding = "up",
    tileOverlapPx = 0,
    orientationDeg = 0,
  }: PictureSourceOptions = {},
): PictureSource {
  const round = rounding === "up" ? Math.ceil : Math.floor;
  const factors = [1, ...downsamples];
  const pictures = factors.map((downsample) => {
    const size = { width: round(full.width / downsample), height: round(full.height / downsample) };
    const covered = { left: 0, top: 0, width: size.width * downsample, height: size.height * downsample };
    const means = new AreaMeans(covered, size);
    means.add(full, 0, 0);
    return downsample === 1 ? full : means.finish();
  });
  const levels = pictures.map(
    ({ width, height }, index): SlideLevel => ({
      width,
      height,
      tileWidth: tile.width,
      tileHeight: tile.height,
      downsample: factors[index]!,
      ...(tileOverlapPx > 0 && { tileOverlapPx }),
    }),
  );
  const reads: string[] = [];
  return {
    format: "tiff",
    width: full.width,
    height: full.height,
    levels,
    pixelSizeUm: null,
    objectivePower: null,
    orientationDeg,
    associatedImages: [],
    planes: null,
    isRecoding: false,
    properties: {},
    pictures,
    reads,
    readTile(level, x, y) {
      const picture = pictures[level];
      if (!picture || x * tile.width >= picture.width || y * tile.height >= picture.height)
        throw new RangeError("none");
      reads.push(`${level}/${x}/${y}`);
      const left = Math.max(0, x * tile.width - tileOverlapPx);
      const top = Math.max(0, y * tile.height - tileOverlapPx);
      const right = Math.min(picture.width, (x + 1) * tile.width + tileOverlapPx);
      const bottom = Math.min(picture.height, (y + 1) * tile.height + tileOverlapPx);
      return encodePng(cutPicture(picture, { left, top, width: right - left, height: bottom - top }));
    },
    readAssociatedImage: () => Promise.reject(new RangeError("none")),
    close: () => Promise.resolve(),
  };
}
