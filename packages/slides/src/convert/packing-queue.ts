/**
 * Compresses the tiles of a plane in parallel, and writes them in order: grey ones without loss, with Zstandard and
 * horizontal differencing; colour ones as JPEG.
 */
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { ServedSamples } from "../picture/served-samples.ts";
import { encodeJpegTile } from "../pyramid/jpeg-tile.ts";

export interface PackingOptions {
  readonly tilePx: number;
  /** Interleaved samples per pixel. */
  readonly channels: 1 | 3;
  /** JPEG quality, 1 to 100. */
  readonly quality: number;
  readonly arrayOf: (samples: number) => ServedSamples;
}

/**
 * Measured on tiles with camera noise: 4.7 ms each for 342 kB; Deflate takes 11 ms for 352 kB, and three times as long
 * to decompress.
 */
const ZSTD_LEVEL = 3;
/** Tiles compressed in parallel. */
const TILES_IN_FLIGHT = 8;

const zstdAsync = promisify(zstdCompress);

export class PackingQueue {
  readonly #options: PackingOptions;
  readonly #write: (level: number, bytes: Uint8Array) => Promise<void>;
  /** Reusable memory of written tiles. */
  readonly #spare: ServedSamples[] = [];
  readonly #waiting: { level: number; tile: ServedSamples; packed: Promise<Uint8Array> }[] = [];

  constructor(options: PackingOptions, write: (level: number, bytes: Uint8Array) => Promise<void>) {
    this.#options = options;
    this.#write = write;
  }

  /** Memory for a tile, with undefined contents. */
  lend(): ServedSamples {
    const { tilePx, channels, arrayOf } = this.#options;
    return this.#spare.pop() ?? arrayOf(tilePx * tilePx * channels);
  }

  /** @param tile filled memory from `lend`; must not be used afterwards. */
  async push(level: number, tile: ServedSamples): Promise<void> {
    const { tilePx, channels, quality } = this.#options;
    const packed =
      channels === 3 ? encodeJpegTile(new Uint8Array(tile.buffer), tilePx, quality) : packGrey(tile, tilePx);
    // A failure is thrown in order; until then it must not be reported as unhandled.
    packed.catch(() => {});
    this.#waiting.push({ level, tile, packed });
    if (this.#waiting.length > TILES_IN_FLIGHT) await this.#writeFirst();
  }

  async drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#writeFirst();
  }

  /** After a failure: resolves when no work is running. Never rejects. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#waiting.splice(0).map(({ packed }) => packed));
  }

  async #writeFirst(): Promise<void> {
    const { level, tile, packed } = this.#waiting.shift()!;
    const bytes = await packed;
    this.#spare.push(tile);
    await this.#write(level, bytes);
  }
}

/** @param tile is overwritten. */
function packGrey(tile: ServedSamples, tilePx: number): Promise<Uint8Array> {
  for (let row = 0; row < tilePx; row++) {
    for (let at = (row + 1) * tilePx - 1; at > row * tilePx; at--) tile[at] = tile[at]! - tile[at - 1]!;
  }
  return zstdAsync(new Uint8Array(tile.buffer), { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } });
}
