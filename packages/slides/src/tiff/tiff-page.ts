/** Contents of one directory (IFD) of a TIFF file, as plain values that can be stored as JSON. */

/** Position of a list of integers in the file; read on demand. */
export interface NumberList {
  /** Bytes from the start of the file to the first number. */
  readonly position: number;
  readonly count: number;
  readonly bytesEach: 1 | 2 | 4 | 8;
}

/**
 * Storage of the pixels of one image: a grid of segments, filled from left to right, then down. Tiles and strips are
 * treated alike; a strip is as wide as the image.
 */
export interface PictureStorage {
  readonly width: number;
  readonly height: number;
  readonly segmentWidth: number;
  readonly segmentHeight: number;
  readonly offsets: NumberList;
  readonly byteCounts: NumberList;
  readonly compression: number;
  readonly photometric: number;
  readonly samplesPerPixel: number;
  /** 1: none; 2: horizontal differences. */
  readonly predictor: number;
  /** Abbreviated JPEG stream with the tables that all segments share, in base64; null: none. */
  readonly jpegTables: string | null;
  /** 3 x 256 sixteen-bit values, all reds first; null if the image has no palette. */
  readonly colourMap: NumberList | null;
}

export interface TiffPage extends PictureStorage {
  readonly isTiled: boolean;
  /** One entry per sample, as in the file; 8 in all images that are served unchanged. */
  readonly bitsPerSample: readonly number[];
  /** 1 unsigned, 2 signed, 3 floating point. */
  readonly sampleFormat: number;
  /** 1: interleaved samples; 2: one plane per sample. */
  readonly planarConfiguration: number;
  readonly fillOrder: number;
  /** TIFF orientation 1 to 8; other values in the file are read as 1. */
  readonly orientation: number;
  readonly subfileType: number;
  readonly description: string;
  readonly make: string;
  readonly model: string;
  readonly software: string;
  readonly dateTime: string;
  readonly xmp: string;
  /** Pixels per resolution unit; 0: unknown. */
  readonly xResolution: number;
  readonly yResolution: number;
  /** 1 none, 2 inch, 3 centimetre. */
  readonly resolutionUnit: number;
  readonly isHamamatsu: boolean;
  /** SubIFDs of this page: reduced levels, in some writers' files. */
  readonly subPages: readonly TiffPage[];
}

export interface TiffFile {
  readonly isLittleEndian: boolean;
  readonly isBigTiff: boolean;
  /** In the order of the file's directory chain. */
  readonly pages: readonly TiffPage[];
}

/** Columns and rows of an image's segments. */
export function segmentGridOf(picture: PictureStorage): { columns: number; rows: number } {
  return {
    columns: Math.ceil(picture.width / picture.segmentWidth),
    rows: Math.ceil(picture.height / picture.segmentHeight),
  };
}
