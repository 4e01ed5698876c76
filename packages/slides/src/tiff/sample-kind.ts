/**
 * Type of an image's samples: integer or floating point, signed or unsigned, and number of bits.
 *
 * Source: TIFF 6.0, sections 8 (BitsPerSample) and 19 (SampleFormat); TIFF Technical Note 3 for predictors.
 */
import type { TiffPage } from "./tiff-page.ts";

export type SampleArray =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

export interface SampleKind {
  /** Bits in the file: 1 to 16, 32 or 64. */
  readonly bits: number;
  readonly isFloat: boolean;
  readonly isSigned: boolean;
  readonly arrayOf: (samples: number) => SampleArray;
  /** Bits of samples that are served unscaled; null: they must first be scaled to a range. */
  readonly servedBits: 8 | 16 | null;
  /** Added to a served sample, so that none is negative. */
  readonly offset: number;
}

const FLOATING_POINT = 3;
const SIGNED = 2;

const bytes = (samples: number) => new Uint8Array(samples);
const words = (samples: number) => new Uint16Array(samples);

/** Keyed by sample format and bits. */
const KINDS: Readonly<Record<string, SampleKind>> = {
  "2/8": {
    bits: 8,
    isFloat: false,
    isSigned: true,
    arrayOf: (samples) => new Int8Array(samples),
    servedBits: 8,
    offset: 2 ** 7,
  },
  "2/16": {
    bits: 16,
    isFloat: false,
    isSigned: true,
    arrayOf: (samples) => new Int16Array(samples),
    servedBits: 16,
    offset: 2 ** 15,
  },
  "1/32": {
    bits: 32,
    isFloat: false,
    isSigned: false,
    arrayOf: (samples) => new Uint32Array(samples),
    servedBits: null,
    offset: 0,
  },
  "2/32": {
    bits: 32,
    isFloat: false,
    isSigned: true,
    arrayOf: (samples) => new Int32Array(samples),
    servedBits: null,
    offset: 0,
  },
  "3/32": {
    bits: 32,
    isFloat: true,
    isSigned: true,
    arrayOf: (samples) => new Float32Array(samples),
    servedBits: null,
    offset: 0,
  },
  "3/64": {
    bits: 64,
    isFloat: true,
    isSigned: true,
    arrayOf: (samples) => new Float64Array(samples),
    servedBits: null,
    offset: 0,
  },
};

/** null: an unsupported type (complex numbers, 24 bits), or several types. */
export function sampleKindOf({ bitsPerSample, sampleFormat }: TiffPage): SampleKind | null {
  const [bits] = bitsPerSample;
  if (bits === undefined || bitsPerSample.some((other) => other !== bits)) return null;
  const known = KINDS[`${sampleFormat}/${bits}`];
  if (known) return known;
  // The undefined format (4) usually means that the writer did not set a meaningful one.
  if (sampleFormat === SIGNED || sampleFormat === FLOATING_POINT || sampleFormat > 4 || bits < 1 || bits > 16)
    return null;
  return bits <= 8
    ? { bits, isFloat: false, isSigned: false, arrayOf: bytes, servedBits: 8, offset: 0 }
    : { bits, isFloat: false, isSigned: false, arrayOf: words, servedBits: 16, offset: 0 };
}
