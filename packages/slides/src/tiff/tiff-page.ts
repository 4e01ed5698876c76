/**
 * What one directory (IFD) of a TIFF file says, in plain values that can be kept as JSON.
 */

/** Position of a list of integers in the file; read on demand. */
export interface NumberList {
  /** Bytes from the start of the file to the first number. */
  readonly position: number;
  readonly count: number;
  readonly bytesEach: 1 | 2 | 4 | 8;
}

/**
 * How the pixels of one picture lie in the file: a grid of segments, filled from the left, then down.
 * Tiles and strips are the same item here; a strip is as wide as the picture.
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
  /** 3 x 256 sixteen-bit values, all reds first; null where the picture has no palette. */
  readonly colourMap: NumberList | null;
}

export interface TiffPage extends PictureStorage {
  readonly isTiled: boolean;
  /** One entry per sample as the file has it; 8 in all pictures that are served as they are. */
  readonly bitsPerSample: readonly number[];
  /** 1 unsigned, 2 signed, 3 floating point. */
  readonly sampleFormat: number;
  /** 1: samples of a pixel lie together; 2: one plane for each sample. */
  readonly planarConfiguration: number;
  readonly fillOrder: number;
  /** TIFF orientation 1 to 8; other values of the file are read as 1. */
  readonly orientation: number;
  readonly subfileType: number;
  readonly description: string;
  readonly make: string;
  readonly model: string;
  readonly software: string;
  readonly dateTime: string;
  readonly xmp: string;
  /** Pixels per resolution unit; 0: the file does not say. */
  readonly xResolution: number;
  readonly yResolution: number;
  /** 1 none, 2 inch, 3 centimetre. */
  readonly resolutionUnit: number;
  readonly isHamamatsu: boolean;
  /** Pages that hang below this one (SubIFDs): reduced levels, in some writers' files. */
  readonly subPages: readonly TiffPage[];
}

export interface TiffFile {
  readonly isLittleEndian: boolean;
  readonly isBigTiff: boolean;
  /** In the order of the file's chain of directories. */
  readonly pages: readonly TiffPage[];
}

/** Columns and rows of a picture's segments. */
export function segmentGridOf(picture: PictureStorage): { columns: number; rows: number } {
  return {
    columns: Math.ceil(picture.width / picture.segmentWidth),
    rows: Math.ceil(picture.height / picture.segmentHeight),
  };
}
