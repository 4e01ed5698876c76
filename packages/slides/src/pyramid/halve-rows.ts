/**
 * Halves a band of interleaved 8-bit RGB: each pixel of the result is the mean of 2 x 2, rounded half up. If the width
 * or the number of rows is odd, the last column or row is used in place of the missing one.
 *
 * @param source `rows` rows of `width` pixels, 3 bytes each, without gaps.
 * @param target receives ceil(rows / 2) rows of ceil(width / 2) pixels, from its start.
 */
export function halveRows(source: Uint8Array, width: number, rows: number, target: Uint8Array): void {
  const sourceStride = width * 3;
  const pairs = width >> 1;
  let out = 0;
  for (let row = 0; row < rows; row += 2) {
    let upper = row * sourceStride;
    let lower = row + 1 < rows ? upper + sourceStride : upper;
    for (let pair = 0; pair < pairs; pair++) {
      target[out] = (source[upper]! + source[upper + 3]! + source[lower]! + source[lower + 3]! + 2) >> 2;
      target[out + 1] = (source[upper + 1]! + source[upper + 4]! + source[lower + 1]! + source[lower + 4]! + 2) >> 2;
      target[out + 2] = (source[upper + 2]! + source[upper + 5]! + source[lower + 2]! + source[lower + 5]! + 2) >> 2;
      out += 3;
      upper += 6;
      lower += 6;
    }
    if (width % 2 === 1) {
      for (let channel = 0; channel < 3; channel++) {
        target[out + channel] = (source[upper + channel]! + source[lower + channel]! + 1) >> 1;
      }
      out += 3;
    }
  }
}
