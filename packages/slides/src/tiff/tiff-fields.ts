/**
 * The TIFF tags, field types and values that this reader supports.
 *
 * Source: TIFF 6.0 (Adobe, 1992), sections 2, 8, 15 and 22; TIFF Technical Note 2 (JPEG); BigTIFF design (libtiff);
 * Aperio's private tags are not needed.
 */

export const TAG = {
  newSubfileType: 254,
  imageWidth: 256,
  imageLength: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  imageDescription: 270,
  make: 271,
  model: 272,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  planarConfiguration: 284,
  resolutionUnit: 296,
  software: 305,
  dateTime: 306,
  predictor: 317,
  colourMap: 320,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  subIfds: 330,
  sampleFormat: 339,
  jpegTables: 347,
  xmp: 700,
  /** Present in every directory of a Hamamatsu NDPI file. */
  hamamatsuFormat: 65420,
} as const;

/** Bytes of one value, by TIFF field type. */
export const FIELD_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

/** Field types for unsigned integers: BYTE, SHORT, LONG, IFD, LONG8, IFD8. */
export const WHOLE_NUMBER_TYPES: ReadonlySet<number> = new Set([1, 3, 4, 13, 16, 18]);

export const COMPRESSION = {
  none: 1,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  packBits: 32773,
  oldDeflate: 32946,
  aperioJpeg2000YCbCr: 33003,
  vipsJpeg2000: 33004,
  aperioJpeg2000Rgb: 33005,
  jpeg2000: 34712,
  zstd: 50000,
  webp: 50001,
} as const;

export const PHOTOMETRIC = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, yCbCr: 6 } as const;

/** Bits of NewSubfileType. */
export const SUBFILE = { reduced: 1, mask: 4, macro: 8 } as const;
