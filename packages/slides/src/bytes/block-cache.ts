/**
 * LRU cache of 4 KiB blocks for small reads of a file.
 *
 * A slide's tile index may be megabytes long while a viewer needs a few hundred neighbouring tiles: only the
 * requested blocks are read, and at most `maxPieces` are held.
 */
import type { RandomAccessBytes } from "./random-access-bytes.ts";

export const BLOCK_BYTES = 4096;

/** At most 384 KiB for each open slide: the whole index of 40,960 x 40,960 px in tiles of 256 px. */
export const MAX_PIECES = 96;

export class BlockCache {
  readonly #file: RandomAccessBytes;
  readonly #maxPieces: number;
  /** In order of use, least recently used first. */
  readonly #pieces = new Map<number, Promise<Buffer>>();

  constructor(file: RandomAccessBytes, maxPieces: number = MAX_PIECES) {
    this.#file = file;
    this.#maxPieces = maxPieces;
  }

  /**
   * Bytes at `position`; a view that must not be written to.
   *
   * @throws SlideFileError `truncated` if the file ends too early.
   */
  async read(position: number, length: number): Promise<Buffer> {
    const first = Math.floor(position / BLOCK_BYTES);
    const last = Math.floor((position + length - 1) / BLOCK_BYTES);
    const start = position - first * BLOCK_BYTES;
    if (!(position >= 0) || last > first || position + length > this.#file.size) {
      return this.#file.read(position, length);
    }
    return (await this.#piece(first)).subarray(start, start + length);
  }

  #piece(index: number): Promise<Buffer> {
    const position = index * BLOCK_BYTES;
    const piece =
      this.#pieces.get(index) ?? this.#file.read(position, Math.min(BLOCK_BYTES, this.#file.size - position));
    this.#pieces.delete(index);
    this.#pieces.set(index, piece);
    if (this.#pieces.size > this.#maxPieces) {
      for (const oldest of this.#pieces.keys()) {
        this.#pieces.delete(oldest);
        break;
      }
    }
    piece.catch(() => this.#pieces.delete(index));
    return piece;
  }
}
