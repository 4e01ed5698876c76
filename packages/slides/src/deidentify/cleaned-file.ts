/** A cleaned copy before it is written: its length, and its bytes in order. */
import type { FileBytes } from "../bytes/file-bytes.ts";
import type { Cleaning, RetainedRange } from "./cleaning.ts";

export interface CleanedFile {
  readonly bytes: number;
  /** Can be iterated once. */
  pieces(): AsyncIterable<Buffer>;
  /** Removed texts, which the copy must not contain. */
  readonly secrets: readonly string[];
}

const BLOCK_BYTES = 4 * 2 ** 20;

/** New bytes, or an unchanged range of the file. */
export type Part = Buffer | RetainedRange;

export const lengthOf = (part: Part): number => (Buffer.isBuffer(part) ? part.length : part.end - part.start);

/** Concatenates the parts. */
export function cleanedFromParts(file: FileBytes, parts: readonly Part[], secrets: readonly string[]): CleanedFile {
  return {
    bytes: parts.reduce((sum, part) => sum + lengthOf(part), 0),
    secrets,
    async *pieces() {
      for (const part of parts) {
        if (Buffer.isBuffer(part)) yield part;
        else
          for (let at = part.start; at < part.end; at += BLOCK_BYTES)
            yield await file.read(at, Math.min(BLOCK_BYTES, part.end - at));
      }
    },
  };
}

/** Kept ranges at their places, patches over them, and zeros everywhere else. */
export function cleanedInPlace(file: FileBytes, cleaning: Cleaning): CleanedFile {
  const retained = mergedRanges(cleaning.retained);
  return {
    bytes: cleaning.bytes,
    secrets: cleaning.secrets,
    async *pieces() {
      let first = 0;
      for (let start = 0; start < cleaning.bytes; start += BLOCK_BYTES) {
        const end = Math.min(cleaning.bytes, start + BLOCK_BYTES);
        const piece = Buffer.alloc(end - start);
        while (first < retained.length && retained[first]!.end <= start) first += 1;
        for (let index = first; index < retained.length && retained[index]!.start < end; index += 1) {
          const from = Math.max(start, retained[index]!.start);
          const to = Math.min(end, retained[index]!.end);
          await file.readInto(piece, from - start, to - from, from);
        }
        for (const { position, bytes } of cleaning.patches) {
          const from = Math.max(start, position);
          const to = Math.min(end, position + bytes.length);
          if (from < to) bytes.copy(piece, from - start, from - position, to - position);
        }
        yield piece;
      }
    },
  };
}

/** Sorted by offset, without overlaps. */
export function mergedRanges(ranges: readonly RetainedRange[]): RetainedRange[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) merged.push({ start, end });
  }
  return merged;
}
