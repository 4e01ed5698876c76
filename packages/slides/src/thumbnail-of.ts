/**
 * A small picture of a whole slide, upright; of one with several depths the middle one.
 */
import sharp from "sharp";
import { decodePicture, type RawPicture } from "./codec/raw-picture.ts";
import { readColourTile } from "./picture/colour-tile.ts";
import { type EncodedImage, openingPlaneOf, type SlideLevel, type SlideSource, tileGridOf } from "./slide-source.ts";
import { isSameShape } from "./tiff/choose-levels.ts";

const JPEG_QUALITY = 85;

/** More than this many tiles are not decoded for a thumbnail if the file brings one of its own. */
const MANY_TILES = 1024;

/**
 * Made from the smallest level that is large enough. A slide without small levels has all its tiles decoded, one by
 * one, unless it has many and brings its own thumbnail: memory stays bounded by the size asked for, but it takes its
 * time (about 2 ms a tile).
 *
 * @param maxSidePx the longer side of the result; never larger than the slide itself.
 * @returns a JPEG with the slide's orientation applied.
 * @throws SlideFileError if a tile is damaged.
 */
export async function thumbnailOf(source: SlideSource, maxSidePx: number, signal?: AbortSignal): Promise<EncodedImage> {
  const level = levelFor(source.levels, maxSidePx);
  const { columns, rows } = tileGridOf(source.levels[level]!);
  const own = source.associatedImages.find((image) => image.name === "thumbnail" && isSameShape(source, image));
  const small =
    own !== undefined && columns * rows > MANY_TILES
      ? await decodePicture((await source.readAssociatedImage("thumbnail", signal)).bytes)
      : await readReduced(source, level, maxSidePx, signal);
  const scale = Math.min(1, maxSidePx / Math.max(source.width, source.height));
  const sideOf = (full: number) => Math.max(1, Math.round(full * scale));
  const { width, height, samples } = small;
  const bytes = await sharp(samples, { raw: { width, height, channels: 3 } })
    .resize(sideOf(source.width), sideOf(source.height), { fit: "fill" })
    .rotate(source.orientationDeg)
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
  return { bytes, mediaType: "image/jpeg" };
}

/** A level with all its tiles, reduced by a whole number to about twice the wanted size, which the last, good reduction needs. */
async function readReduced(
  source: SlideSource,
  level: number,
  sidePx: number,
  signal?: AbortSignal,
): Promise<RawPicture> {
  const facts = source.levels[level]!;
  const { columns, rows } = tileGridOf(facts);
  const plane = openingPlaneOf(source.planes);
  const sums = new PixelSums(facts, Math.max(1, Math.floor(Math.max(facts.width, facts.height) / (2 * sidePx))));
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const tile = await readColourTile(source, level, x, y, { signal, plane });
      sums.add(tile, x * facts.tileWidth, y * facts.tileHeight);
    }
  }
  return sums.mean();
}

/** Index of the smallest level that has `sidePx` on its longer side; 0 if none has. */
function levelFor(levels: readonly SlideLevel[], sidePx: number): number {
  return Math.max(
    0,
    levels.findLastIndex(({ width, height }) => Math.max(width, height) >= sidePx),
  );
}

/** Means of squares of `factor` x `factor` pixels, gathered tile by tile. */
class PixelSums {
  readonly #factor: number;
  readonly #width: number;
  readonly #height: number;
  readonly #sums: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(level: SlideLevel, factor: number) {
    this.#factor = factor;
    this.#width = Math.ceil(level.width / factor);
    this.#height = Math.ceil(level.height / factor);
    this.#sums = new Uint32Array(this.#width * this.#height * 3);
    this.#counts = new Uint32Array(this.#width * this.#height);
  }

  /** @param left, top where the tile's first pixel lies in the level. */
  add({ width, height, channels, samples }: RawPicture, left: number, top: number): void {
    const [green, blue] = channels === 3 ? [1, 2] : [0, 0];
    for (let y = 0; y < height; y++) {
      const row = Math.floor((top + y) / this.#factor) * this.#width;
      for (let x = 0; x < width; x++) {
        const bin = row + Math.floor((left + x) / this.#factor);
        const at = (y * width + x) * channels;
        this.#sums[bin * 3]! += samples[at]!;
        this.#sums[bin * 3 + 1]! += samples[at + green]!;
        this.#sums[bin * 3 + 2]! += samples[at + blue]!;
        this.#counts[bin]! += 1;
      }
    }
  }

  mean(): RawPicture {
    const samples = Buffer.allocUnsafeSlow(this.#sums.length);
    for (let i = 0; i < samples.length; i++) {
      samples[i] = Math.round(this.#sums[i]! / Math.max(1, this.#counts[Math.floor(i / 3)]!));
    }
    return { width: this.#width, height: this.#height, channels: 3, samples };
  }
}
