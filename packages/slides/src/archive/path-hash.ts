/** Finds paths by their hash, ignoring case, so that an index of millions of paths need not store them. */

const CHUNK_BYTES = 4096;
const scratch = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Two 32-bit hashes, which together serve `find` as one of 64 bits. */
export interface PathHash {
  high: number;
  low: number;
}

/**
 * Source: cyrb53, bryc, public domain; without the last step, which combines both numbers into one.
 *
 * @param bytes ASCII between `start` and `end`, or UTF-8 of a path in lower case.
 * @param into is overwritten.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number, into: PathHash): void {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = start; at < end; at++) {
    let byte = bytes[at]!;
    if (byte >= 0x41 && byte <= 0x5a) byte += 0x20;
    high = Math.imul(high ^ byte, 2654435761);
    low = Math.imul(low ^ byte, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  into.high = high >>> 0;
  into.low = low >>> 0;
}

/** @param into is overwritten. */
export function hashPath(path: string, into: PathHash): void {
  const written = path.length * 3 <= CHUNK_BYTES ? scratch.write(path, 0, "utf8") : -1;
  // As many bytes as letters means ASCII.
  const isPlain = written === path.length;
  const bytes = isPlain ? scratch : Buffer.from(foldedPath(path));
  hashBytes(bytes, 0, isPlain ? written : bytes.length, into);
}

/** Folds paths that are equal in a file system that ignores case or composition. */
export function foldedPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
