/** Writes a cleaned copy: what is kept, at its own place, and zeros everywhere else. */
import type { FileHandle } from "node:fs/promises";
import type { RandomAccessBytes } from "../archive/entry-store.ts";
import type { Cleaning, KeptRange } from "./cleaning.ts";

const PIECE_BYTES = 4 * 2 ** 20;

/**
 * @param output empty; what is not written reads as zeros.
 * @param onProgress share of the kept bytes written, 0 to 1.
 */
export async function copyKept(
  input: Pick<RandomAccessBytes, "readInto">,
  output: FileHandle,
  { kept, patches, bytes }: Cleaning,
  onProgress: (done: number) => void,
): Promise<void> {
  await output.truncate(bytes);
  const ranges = mergedRanges(kept);
  const total = Math.max(
    1,
    ranges.reduce((sum, { start, end }) => sum + end - start, 0),
  );
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let done = 0;
  for (const { start, end } of ranges) {
    for (let at = start; at < end; at += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, end - at);
      await input.readInto(piece, 0, length, at);
      await writeAll(output, piece.subarray(0, length), at);
      done += length;
      onProgress(done / total);
    }
  }
  for (const patch of patches) await writeAll(output, patch.bytes, patch.position);
}

/** In the order of their places, none touching another. */
export function mergedRanges(ranges: readonly KeptRange[]): KeptRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) merged.push({ start, end });
  }
  return merged;
}

async function writeAll(output: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await output.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
