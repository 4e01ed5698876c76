/**
 * Encoded tiles in memory: a class looks at the same ones. Such a tile costs neither a read, which is handed to the
 * thread pool, nor a buffer of its own (bench/README.md).
 *
 * A tile is stored when it is read for the second time among the last 1,000, so that one person who looks
 * through a slide displaces nothing.
 */
import type { EncodedImage } from "@parfocal/slides/slide-source.ts";

/** Per process; some 2,500 tiles of 256 px. */
const MAX_TOTAL_BYTES = 32 * 2 ** 20;
const MAX_TILE_BYTES = 512 * 2 ** 10;
/** Number of tiles that were read once and are remembered by name. */
const MAX_READ_ONCE = 1_000;

export class RecentTiles {
  readonly #maxTotalBytes: number;
  /** Least recently used first. */
  readonly #tiles = new Map<string, EncodedImage>();
  readonly #readOnce = new Set<string>();
  #totalBytes = 0;

  constructor(maxTotalBytes: number = MAX_TOTAL_BYTES) {
    this.#maxTotalBytes = maxTotalBytes;
  }

  /**
   * Reads a tile, from memory if it is there.
   *
   * @param key of exactly these bytes: the slide with its version, level, column, row and plane.
   * @returns an image whose bytes must not be written to.
   */
  async read(key: string, read: () => Promise<EncodedImage>): Promise<EncodedImage> {
    const known = this.#tiles.get(key);
    if (known !== undefined) {
      this.#tiles.delete(key);
      this.#tiles.set(key, known);
      return known;
    }
    const tile = await read();
    if (this.#isSecondRead(key)) this.#store(key, tile);
    return tile;
  }

  clear(): void {
    this.#tiles.clear();
    this.#readOnce.clear();
    this.#totalBytes = 0;
  }

  #isSecondRead(key: string): boolean {
    if (this.#readOnce.delete(key)) return true;
    this.#readOnce.add(key);
    if (this.#readOnce.size > MAX_READ_ONCE) {
      for (const oldest of this.#readOnce) {
        this.#readOnce.delete(oldest);
        break;
      }
    }
    return false;
  }

  #store(key: string, tile: EncodedImage): void {
    if (memoryOf(tile) > MAX_TILE_BYTES || this.#tiles.has(key)) return;
    this.#tiles.set(key, tile);
    this.#totalBytes += memoryOf(tile);
    for (const [oldKey, old] of this.#tiles) {
      if (this.#totalBytes <= this.#maxTotalBytes) break;
      this.#tiles.delete(oldKey);
      this.#totalBytes -= memoryOf(old);
    }
  }
}

/** A view keeps the whole buffer that it is a part of. */
const memoryOf = ({ bytes }: EncodedImage) => bytes.buffer.byteLength;
