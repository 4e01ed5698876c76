/**
 * Converts full-range luma and chroma to red, green and blue.
 *
 * Source: ITU-T T.871 (JFIF), section 7, which takes the numbers from ITU-R BT.601.
 */

/** Contribution of chroma, in 65,536ths, with half a step for rounding in the last two. */
const RED_BY_CR = tableOf(1.402, 0.5);
const GREEN_BY_CB = tableOf(-0.344136, 0);
const GREEN_BY_CR = tableOf(-0.714136, 0.5);
const BLUE_BY_CB = tableOf(1.772, 0.5);
const SCALE_BITS = 16;

function tableOf(factor: number, rounding: number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, chroma) => Math.round((factor * (chroma - 128) + rounding) * 65_536));
}

/** @param samples three 8-bit samples per pixel, which are overwritten. */
export function yCbCrToRgb(samples: Uint8Array): void {
  // This array type clamps automatically.
  const clamped = new Uint8ClampedArray(samples.buffer, samples.byteOffset, samples.byteLength);
  for (let at = 0; at + 2 < samples.length; at += 3) {
    const [luma, cb, cr] = [samples[at]!, samples[at + 1]!, samples[at + 2]!];
    clamped[at] = luma + (RED_BY_CR[cr]! >> SCALE_BITS);
    clamped[at + 1] = luma + ((GREEN_BY_CB[cb]! + GREEN_BY_CR[cr]!) >> SCALE_BITS);
    clamped[at + 2] = luma + (BLUE_BY_CB[cb]! >> SCALE_BITS);
  }
}

/** The same for 9 to 16 bits. */
export function deepYCbCrToRgb(samples: Uint16Array, bits: number): void {
  const most = 2 ** bits - 1;
  const middle = 2 ** (bits - 1);
  const clamp = (value: number) => Math.min(most, Math.max(0, Math.round(value)));
  for (let at = 0; at + 2 < samples.length; at += 3) {
    const [luma, cb, cr] = [samples[at]!, samples[at + 1]! - middle, samples[at + 2]! - middle];
    samples[at] = clamp(luma + 1.402 * cr);
    samples[at + 1] = clamp(luma - 0.344136 * cb - 0.714136 * cr);
    samples[at + 2] = clamp(luma + 1.772 * cb);
  }
}
