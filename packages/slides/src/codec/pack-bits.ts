/**
 * PackBits: runs of equal bytes, and runs of literal bytes.
 *
 * Source: TIFF 6.0, section 9.
 */
import { undecodable } from "./undecodable.ts";

/** First byte of a run that has no effect. */
const NOTHING = 128;

/**
 * @param expectedBytes length of the result; shorter data is damaged, surplus bytes are ignored.
 * @throws SlideFileError `damaged`
 */
export function unpackBits(bytes: Uint8Array, expectedBytes: number): Buffer {
  const output = Buffer.allocUnsafeSlow(expectedBytes);
  let written = 0;
  let at = 0;
  while (written < expectedBytes) {
    const head = bytes[at++];
    if (head === undefined) throw undecodable();
    if (head === NOTHING) continue;
    const isRepeated = head > NOTHING;
    const length = Math.min(isRepeated ? 257 - head : head + 1, expectedBytes - written);
    if (at + (isRepeated ? 1 : length) > bytes.length) throw undecodable();
    if (isRepeated) output.fill(bytes[at]!, written, written + length);
    else output.set(bytes.subarray(at, at + length), written);
    at += isRepeated ? 1 : length;
    written += length;
  }
  return output;
}
