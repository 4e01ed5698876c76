/**
 * LZW as used in TIFF: codes of 9 to 12 bits, most significant bit first, widened one code early.
 *
 * Source: TIFF 6.0, section 13.
 */
import { undecodable } from "./undecodable.ts";

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const MAX_CODES = 4096;

/**
 * @param expectedBytes length of the result; a shorter stream is damaged, surplus bytes are ignored.
 * @throws SlideFileError `damaged`
 */
export function decompressLzw(bytes: Uint8Array, expectedBytes: number): Buffer {
  const output = Buffer.allocUnsafeSlow(expectedBytes);
  // A code represents earlier output: start and length of the run.
  const starts = new Int32Array(MAX_CODES);
  const lengths = new Int32Array(MAX_CODES);
  let written = 0;
  let nextCode = FIRST_FREE;
  let previousStart = -1;
  let previousLength = 0;
  let width = 9;
  let bits = 0;
  let bitCount = 0;
  let at = 0;
  while (written < expectedBytes) {
    while (bitCount < width) {
      if (at >= bytes.length) throw undecodable();
      bits = ((bits << 8) | bytes[at++]!) & 0xffffff;
      bitCount += 8;
    }
    bitCount -= width;
    const code = (bits >> bitCount) & ((1 << width) - 1);
    if (code === END) throw undecodable();
    if (code === CLEAR) {
      nextCode = FIRST_FREE;
      width = 9;
      previousStart = -1;
      continue;
    }
    if (previousStart >= 0 && nextCode < MAX_CODES) {
      // The previous run and the first byte of this one, which will follow it in the output.
      starts[nextCode] = previousStart;
      lengths[nextCode] = previousLength + 1;
      nextCode += 1;
    }
    const start = written;
    if (code < CLEAR) {
      output[written++] = code;
    } else {
      if (code >= nextCode || previousStart < 0) throw undecodable();
      const from = starts[code]!;
      const length = Math.min(lengths[code]!, expectedBytes - written);
      for (let i = 0; i < length; i++) output[written++] = output[from + i]!;
    }
    previousStart = start;
    previousLength = written - start;
    width = nextCode >= 2047 ? 12 : nextCode >= 1023 ? 11 : nextCode >= 511 ? 10 : 9;
  }
  return output;
}
