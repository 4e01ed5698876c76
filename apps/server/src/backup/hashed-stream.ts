/** Counts and hashes what passes through a pipeline. */
import { createHash } from "node:crypto";

export class HashedStream {
  readonly #hash = createHash("sha256");
  /** So far. */
  bytes = 0;

  /** A step of `pipeline`. */
  readonly through = async function* (this: HashedStream, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      this.#hash.update(piece);
      this.bytes += piece.length;
      yield piece;
    }
  }.bind(this);

  /** @returns SHA-256 of everything, lower-case hexadecimal; to be called once. */
  digest(): string {
    return this.#hash.digest("hex");
  }
}
