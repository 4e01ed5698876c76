import { incompleteFile } from "../bytes/incomplete-file.ts";
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";

/** Bytes in memory with the interface of a file. */
export class MemoryBytes implements RandomAccessBytes {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  async read(position: number, length: number): Promise<Buffer> {
    this.#check(position, length);
    return Buffer.from(this.#bytes.subarray(position, position + length));
  }

  async readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void> {
    this.#check(position, length);
    target.set(this.#bytes.subarray(position, position + length), targetStart);
  }

  #check(position: number, length: number): void {
    if (!(position >= 0 && length >= 0 && position + length <= this.size)) throw incompleteFile();
  }
}
