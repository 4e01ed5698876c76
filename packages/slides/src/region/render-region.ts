/**
 * Renders a part of a slide as an image of any size: upright, optionally mirrored and rotated, in colour, grey or black
 * and white. Only the required tiles are decoded; a request for exactly one of the slide's own tiles needs no decoding.
 * If the slide has several planes, the one that the slide opens with is used.
 */
import sharp, { type Sharp } from "sharp";
import { copyPicture, cutPicture, type RawPicture } from "../codec/raw-picture.ts";
import { readColourTile } from "../picture/colour-tile.ts";
import { type EncodedImage, openingPlaneOf, type SlideSource } from "../slide-source.ts";
import { AreaMeans } from "./area-means.ts";
import { planRegion, type RegionPlan, tileOfPlan, tilesOfPlace } from "./region-plan.ts";
import { type Rectangle, type Size, storedRectangle, turnedSize, uprightSizeOf } from "./upright-frame.ts";

/** Maximum side and maximum number of pixels of a result. */
export const REGION_MAX_SIDE_PX = 8_192;
export const REGION_MAX_AREA_PX = 4_096 * 4_096;
/**
 * Maximum number of tiles decoded for one result: some 2 s of work. A slide with all its small levels never needs as
 * many.
 */
export const REGION_MAX_TILES = 1_024;

export type RegionFormat = "jpg" | "png" | "webp";
export type RegionQuality = "color" | "gray" | "bitonal";

export interface RegionRequest {
  /** In full-resolution px of the upright image; integers, inside the image. */
  readonly region: Rectangle;
  /** Size of the result before rotation, px. */
  readonly size: Size;
  /** Whether left and right are swapped, before rotation. */
  readonly isMirrored: boolean;
  /** Clockwise, 0 to 360. Areas that a rotation leaves uncovered are white, or transparent in a PNG or WebP. */
  readonly rotationDeg: number;
  readonly quality: RegionQuality;
  readonly format: RegionFormat;
}

/** The result would need more work than one request may cause. */
export class RegionLimitError extends Error {
  override readonly name = "RegionLimitError";
}

type Encode = (picture: Sharp) => Sharp;

const JPEG_QUALITY = 88;
const BITONAL_THRESHOLD = 128;

/** Colour of areas that a rotation leaves uncovered. */
const BACKGROUNDS = { jpg: "#ffffff", png: "#ffffff00", webp: "#ffffff00" } as const;
const MEDIA_TYPES = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" } as const;
const ENCODERS: Readonly<Record<RegionFormat, Encode>> = {
  jpg: (picture) => picture.jpeg({ quality: JPEG_QUALITY }),
  png: (picture) => picture.png({ compressionLevel: 6 }),
  webp: (picture) => picture.webp({ quality: JPEG_QUALITY }),
};
const QUALITIES: Readonly<Record<RegionQuality, Encode>> = {
  color: (picture) => picture,
  gray: (picture) => picture.greyscale(),
  bitonal: (picture) => picture.greyscale().threshold(BITONAL_THRESHOLD),
};

/**
 * @throws RangeError if the region is not inside the image; RegionLimitError if the result is too large or needs too
 *   many tiles; SlideFileError if a tile is damaged.
 */
export async function renderRegion(
  source: SlideSource,
  request: RegionRequest,
  signal?: AbortSignal,
): Promise<EncodedImage> {
  const own = await readOwnTile(source, request, signal);
  if (own) return own;
  const { isMirrored, quality, format } = request;
  const { plan, size, rotationDeg } = storedRequest(source, request);
  const picture = await readPlan(source, plan, size, signal);
  signal?.throwIfAborted();
  return encode(picture, { size, isMirrored, rotationDeg, quality, format });
}

/**
 * The same as pixels: upright, in colour, neither rotated further nor mirrored.
 *
 * @param request region inside the upright image, and a size not larger than the region.
 * @throws as `renderRegion`.
 */
export async function readRegionPixels(
  source: SlideSource,
  { region, size }: Pick<RegionRequest, "region" | "size">,
  signal?: AbortSignal,
): Promise<RawPicture> {
  const request = { region, size, isMirrored: false, rotationDeg: 0, quality: "color", format: "png" } as const;
  checkRequest(source, request);
  const { plan, size: storedSize, rotationDeg } = storedRequest(source, request);
  const picture = await readPlan(source, plan, storedSize, signal);
  signal?.throwIfAborted();
  const { width, height, channels } = picture;
  const isReady = width === storedSize.width && height === storedSize.height && rotationDeg === 0 && channels === 3;
  if (isReady) return picture;
  const { data, info } = await shaped(picture, { size: storedSize, isMirrored: false, rotationDeg, format: "png" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, samples: data };
}

/**
 * Returns the slide's own tile if the request matches it exactly: nothing is decoded, so it costs no more than a tile.
 *
 * @returns null if the image must be rendered.
 * @throws as `renderRegion`.
 */
export async function readOwnTile(
  source: SlideSource,
  request: RegionRequest,
  signal?: AbortSignal,
): Promise<EncodedImage | null> {
  checkRequest(source, request);
  const { plan, rotationDeg } = storedRequest(source, request);
  const isAsStored = rotationDeg === 0 && !request.isMirrored && request.quality === "color";
  const tile = source.planes?.channels.length || !isAsStored ? null : tileOfPlan(source, plan);
  if (!tile) return null;
  const stored = await source.readTile(tile.level, tile.x, tile.y, { signal, plane: openingPlaneOf(source.planes) });
  return stored.mediaType === MEDIA_TYPES[request.format] ? stored : null;
}

/** The request in the frame of the stored image. */
function storedRequest(
  source: SlideSource,
  { region, size, isMirrored, rotationDeg }: RegionRequest,
): { plan: RegionPlan; size: Size; rotationDeg: number } {
  const { orientationDeg } = source;
  const storedSize = turnedSize(size, orientationDeg);
  return {
    plan: planRegion(source, storedRectangle(source, region), storedSize),
    size: storedSize,
    // Mirroring reverses the direction of a rotation applied before it.
    rotationDeg: (rotationDeg + (isMirrored ? 360 - orientationDeg : orientationDeg)) % 360,
  };
}

function checkRequest(source: SlideSource, { region, size }: RegionRequest): void {
  const full = uprightSizeOf(source);
  const { left, top, width, height } = region;
  const isWithin =
    [left, top, width, height, size.width, size.height].every(Number.isInteger) &&
    Math.min(left, top) >= 0 &&
    Math.min(width, height, size.width, size.height) >= 1 &&
    left + width <= full.width &&
    top + height <= full.height;
  if (!isWithin) throw new RangeError("The region is not within the image.");
  if (Math.max(size.width, size.height) > REGION_MAX_SIDE_PX || size.width * size.height > REGION_MAX_AREA_PX) {
    throw new RegionLimitError("The requested image is too large.");
  }
}

/** @returns an image of `size`, or of the region's own size where that is smaller: the encoder enlarges it. */
async function readPlan(
  source: SlideSource,
  { level, place, isCut }: RegionPlan,
  size: Size,
  signal: AbortSignal | undefined,
): Promise<RawPicture> {
  const facts = source.levels[level]!;
  const { firstX, lastX, firstY, lastY } = tilesOfPlace(facts, place);
  if ((lastX - firstX + 1) * (lastY - firstY + 1) > REGION_MAX_TILES) {
    throw new RegionLimitError("This part of the slide has too many tiles.");
  }
  // No side is enlarged here: that would only cost memory.
  const own = { width: Math.ceil(place.width), height: Math.ceil(place.height) };
  const reduced = { width: Math.min(size.width, own.width), height: Math.min(size.height, own.height) };
  const isOwn = isCut || (reduced.width === place.width && reduced.height === place.height);
  const gather = isOwn ? new Cutting(place) : new AreaMeans(place, reduced);
  const plane = openingPlaneOf(source.planes);
  for (let y = firstY; y <= lastY; y++) {
    for (let x = firstX; x <= lastX; x++) {
      const tile = await readColourTile(source, level, x, y, { signal, plane });
      const [left, top] = [x * facts.tileWidth, y * facts.tileHeight];
      const part = cutToPlace(tile, left, top, place);
      gather.add(part.picture, part.left, part.top);
    }
    gather.finishAbove((y + 1) * facts.tileHeight);
  }
  return gather.finish();
}

/** Crops the tile to the place, rounded outwards to whole pixels. */
function cutToPlace(
  tile: RawPicture,
  tileLeft: number,
  tileTop: number,
  place: Rectangle,
): { picture: RawPicture; left: number; top: number } {
  const left = Math.max(tileLeft, Math.floor(place.left));
  const top = Math.max(tileTop, Math.floor(place.top));
  const width = Math.min(tileLeft + tile.width, Math.ceil(place.left + place.width)) - left;
  const height = Math.min(tileTop + tile.height, Math.ceil(place.top + place.height)) - top;
  return { picture: cutPicture(tile, { left: left - tileLeft, top: top - tileTop, width, height }), left, top };
}

/** Copies pixels unscaled. */
class Cutting {
  readonly #left: number;
  readonly #top: number;
  readonly #picture: RawPicture;

  constructor({ left, top, width, height }: Rectangle) {
    this.#left = Math.floor(left);
    this.#top = Math.floor(top);
    const size = { width: Math.ceil(left + width) - this.#left, height: Math.ceil(top + height) - this.#top };
    this.#picture = { ...size, channels: 3, samples: Buffer.allocUnsafeSlow(size.width * size.height * 3) };
  }

  add(part: RawPicture, left: number, top: number): void {
    copyPicture(part, this.#picture, left - this.#left, top - this.#top);
  }

  finishAbove(): void {}

  finish(): RawPicture {
    return this.#picture;
  }
}

interface Finish extends Pick<RegionRequest, "isMirrored" | "rotationDeg" | "quality" | "format"> {
  readonly size: Size;
}

async function encode(picture: RawPicture, finish: Finish): Promise<EncodedImage> {
  const { quality, format } = finish;
  const bytes = await ENCODERS[format](QUALITIES[quality](shaped(picture, finish))).toBuffer();
  return { bytes, mediaType: MEDIA_TYPES[format] };
}

/** Scaled to its size, mirrored, rotated. */
function shaped(
  { samples, width, height, channels }: RawPicture,
  { size, isMirrored, rotationDeg, format }: Omit<Finish, "quality">,
): Sharp {
  let picture = sharp(samples, { raw: { width, height, channels } });
  if (width !== size.width || height !== size.height) {
    picture = picture.resize(size.width, size.height, { fit: "fill", kernel: "cubic" });
  }
  if (isMirrored) picture = picture.flop();
  if (rotationDeg !== 0) picture = picture.rotate(rotationDeg, { background: BACKGROUNDS[format] });
  return picture;
}
