/**
 * TIFF LZW data that contains only zeros: each code represents one byte more than the previous one, so that 7 MB of
 * zeros take 6 kB.
 *
 * Source: TIFF 6.0, section 13.
 */
const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
/** After this code the table must be cleared. */
const LAST = 4093;

/** @param rounds number of blocks of 7 MB each. */
export function zerosInLzw(rounds: number): Buffer {
  const bytes: number[] = [];
  let [bits, bitCount] = [0, 0];
  const write = (code: number, width: number) => {
    bits = (bits << width) | code;
    bitCount += width;
    for (; bitCount >= 8; bitCount -= 8) bytes.push((bits >> (bitCount - 8)) & 0xff);
    bits &= (1 << bitCount) - 1;
  };
  let width = 9;
  for (let round = 0; round < rounds; round++) {
    write(CLEAR, width);
    width = 9;
    write(0, width);
    for (let code = FIRST_FREE; code <= LAST; code++) {
      // Codes grow one bit one code early.
      width = code < 511 ? 9 : code < 1023 ? 10 : code < 2047 ? 11 : 12;
      write(code, width);
    }
  }
  write(END, width);
  write(0, 7);
  return Buffer.from(bytes);
}
