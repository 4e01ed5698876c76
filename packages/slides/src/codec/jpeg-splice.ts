/**
 * Completes a stored JPEG tile to a JPEG file without decoding it: adds the shared tables, and a colour marker if the
 * tile does not define its colours.
 *
 * Source: TIFF Technical Note 2 (abbreviated streams); the rule for colours was derived from files of real scanners:
 * the tile's own markers decide, the TIFF's photometric tag alone does not.
 */
import { type JpegHeader, MARKER, visitJpegSegments } from "./jpeg-header.ts";

/** Adobe APP14, version 100, no flags, transform 0: the three components are red, green, blue. */
const RGB_MARKER = Buffer.from([0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0]);

const START_OF_IMAGE = Buffer.from([0xff, MARKER.startOfImage]);

export interface JpegPrefix {
  /** Start of image and the shared tables. */
  readonly plain: Buffer;
  /** The same with the marker for red, green, blue. */
  readonly rgb: Buffer;
}

/**
 * Creates the prefix that replaces a tile's start-of-image marker.
 *
 * @param tables the abbreviated stream of the JPEGTables tag; null: the tiles contain all their tables.
 * @throws SlideFileError `damaged` if `tables` is not a sequence of markers.
 */
export function jpegPrefixOf(tables: Buffer | null): JpegPrefix {
  const segments: Buffer[] = [];
  if (tables !== null) {
    visitJpegSegments(tables, 0, tables.length, (marker, start, end) => {
      const isTable =
        marker === MARKER.quantisationTables ||
        marker === MARKER.huffmanTables ||
        marker === MARKER.restartInterval ||
        marker === MARKER.arithmeticConditioning;
      if (isTable) segments.push(tables.subarray(start, end));
    });
  }
  const own = segments.map((segment) => Buffer.from(segment));
  return {
    plain: Buffer.concat([START_OF_IMAGE, ...own]),
    rgb: Buffer.concat([START_OF_IMAGE, RGB_MARKER, ...own]),
  };
}

/**
 * Whether a decoder needs a marker to read the tile's components as red, green and blue.
 *
 * @param isPhotometricRgb the TIFF's photometric tag; used only if the tile does not define its colours.
 */
export function needsRgbMarker(tile: JpegHeader, isPhotometricRgb: boolean): boolean {
  if (!isPhotometricRgb || tile.components.length !== 3 || tile.hasJfif || tile.hasAdobe) return false;
  const [first] = tile.components;
  const isSubsampled = tile.components.some(
    ({ horizontal, vertical }) => horizontal !== first?.horizontal || vertical !== first.vertical,
  );
  const isNamedRgb = tile.components.map(({ id }) => String.fromCharCode(id)).join("") === "RGB";
  return !isSubsampled && !isNamedRgb;
}
