/** Searches for texts in a whole file, in one pass. */
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";

const BLOCK_BYTES = 4 * 2 ** 20;

/**
 * @param secrets each of at least two bytes.
 * @returns those found in the file, as UTF-8 or Latin-1.
 */
export async function findSecrets(
  file: Pick<RandomAccessBytes, "size" | "readInto">,
  secrets: readonly string[],
): Promise<string[]> {
  const needles = secrets.flatMap((secret) =>
    [Buffer.from(secret), Buffer.from(secret, "latin1")].map((bytes) => ({ secret, bytes })),
  );
  const longest = Math.max(2, ...needles.map(({ bytes }) => bytes.length));
  // Indexed by their first two bytes, so that almost every position needs only one lookup.
  const byStart = new Map<number, typeof needles>();
  const isStart = new Uint8Array(65_536);
  for (const needle of needles) {
    const start = needle.bytes.readUInt16LE(0);
    isStart[start] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), needle]);
  }
  const found = new Set<string>();
  const piece = Buffer.allocUnsafeSlow(BLOCK_BYTES + longest);
  for (let at = 0; at < file.size; at += BLOCK_BYTES) {
    // Pieces overlap, so that matches across their borders are found.
    const length = Math.min(piece.length, file.size - at);
    await file.readInto(piece, 0, length, at);
    for (let place = 0; place + 1 < length && place < BLOCK_BYTES; place += 1) {
      const start = piece[place]! | (piece[place + 1]! << 8);
      if (isStart[start] === 0) continue;
      for (const { secret, bytes } of byStart.get(start)!) {
        const end = place + bytes.length;
        if (end <= length && piece.compare(bytes, 0, bytes.length, place, end) === 0) found.add(secret);
      }
    }
  }
  return [...found];
}
