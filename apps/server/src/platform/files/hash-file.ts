/** The SHA-256 of a file on disk, read in blocks. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

const READ_BYTES = 1024 * 1024;

/**
 * @param bytes size of the file.
 * @param report called with the fraction of the file that has been read, 0 to 1.
 * @returns lower-case hexadecimal.
 */
export async function hashFile(
  path: string,
  bytes: number,
  { signal, report }: { signal?: AbortSignal; report?: (done: number) => void } = {},
): Promise<string> {
  const hash = createHash("sha256");
  let read = 0;
  for await (const piece of createReadStream(path, {
    highWaterMark: READ_BYTES,
    ...(signal ? { signal } : {}),
  }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    read += piece.length;
    report?.(read / bytes);
  }
  return hash.digest("hex");
}
