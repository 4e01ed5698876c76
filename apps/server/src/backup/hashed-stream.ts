/** Counts and hashes the bytes that pass through a pipeline. */
import { createHash } from "node:crypto";

export class HashedStream {
  readonly #hash = createHash("sha256");
  /** Number of bytes so far. */
  bytes = 0;

  /** A step of `pipeline`. */
  readonly through = async function* (this: HashedStream, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      this.#hash.update(piece);
      this.bytes += piece.length;
      yield piece;
    }
  }.bind(this);

  /** @returns SHA-256 of everything, lower-case hexadecimal; call it once. */
  digest(): string {
    return this.#hash.digest("hex");
  }
}
