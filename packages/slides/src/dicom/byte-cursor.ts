/**
 * Reads a file sequentially from an offset, in blocks.
 */
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";

/** Large enough for the complete description of most files. */
const BLOCK_BYTES = 64 * 1024;

export class ByteCursor {
  readonly #bytes: RandomAccessBytes;
  #position: number;
  #block: Buffer = Buffer.alloc(0);
  #blockStart: number;

  constructor(bytes: RandomAccessBytes, position: number) {
    this.#bytes = bytes;
    this.#position = position;
    this.#blockStart = position;
  }

  get position(): number {
    return this.#position;
  }

  /** Number of bytes up to the end of the file. */
  get bytesLeft(): number {
    return this.#bytes.size - this.#position;
  }

  /** Number of bytes available without another read. */
  get bytesAtHand(): number {
    return Math.max(0, this.#blockStart + this.#block.length - this.#position);
  }

  /** Must not go beyond the end of the file. */
  skip(length: number): void {
    this.#position += length;
  }

  /**
   * The next bytes, exactly this number, without advancing. The returned view keeps its contents.
   *
   * @throws SlideFileError `truncated` if the file ends too early.
   */
  async peek(length: number): Promise<Buffer> {
    if (this.#position < this.#blockStart || this.bytesAtHand < length) {
      this.#block = await this.#bytes.read(this.#position, Math.max(length, Math.min(BLOCK_BYTES, this.bytesLeft)));
      this.#blockStart = this.#position;
    }
    const start = this.#position - this.#blockStart;
    return this.#block.subarray(start, start + length);
  }
}
