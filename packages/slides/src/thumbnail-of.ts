/** Thumbnail of a whole slide, upright; with several depths, of the middle one. */
import sharp from "sharp";
import { decodePicture, type RawPicture } from "./codec/raw-picture.ts";
import { readColourTile } from "./picture/colour-tile.ts";
import { type EncodedImage, openingPlaneOf, type SlideLevel, type SlideSource, tileGridOf } from "./slide-source.ts";
import { isSameShape } from "./tiff/choose-levels.ts";

const JPEG_QUALITY = 85;

/** If the slide needs more tiles than this, the file's own thumbnail is used if it has one. */
const MANY_TILES = 1024;

/**
 * Creates the thumbnail from the smallest level that is large enough. If a slide has no small levels, all its tiles are
 * decoded, one by one, unless it has many and its own thumbnail. Memory is bounded by the requested size, but decoding
 * takes about 2 ms per tile.
 *
 * @param maxSidePx the longer side of the result, which is never larger than the slide itself.
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

/**
 * Reads all tiles of a level and reduces them by an integer factor to about twice the requested size, as input for the
 * final, high-quality reduction.
 */
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

/** Index of the smallest level whose longer side is at least `sidePx`; 0 if there is none. */
function levelFor(levels: readonly SlideLevel[], sidePx: number): number {
  return Math.max(
    0,
    levels.findLastIndex(({ width, height }) => Math.max(width, height) >= sidePx),
  );
}

/** Means of squares of `factor` x `factor` pixels, accumulated tile by tile. */
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

  /** @param left, top position of the tile's first pixel in the level. */
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
