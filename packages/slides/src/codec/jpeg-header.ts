/**
 * Reads the headers of a JPEG stream: its markers and its frame.
 *
 * Source: ITU-T T.81 (JPEG), annex B; Adobe Technical Note 5116 for the APP14 marker.
 */
import { SlideFileError } from "../slide-source.ts";

export interface JpegComponent {
  readonly id: number;
  readonly horizontal: number;
  readonly vertical: number;
}

export interface JpegHeader {
  /** The second byte of the frame's marker: 0xC0 baseline, 0xC1 extended sequential, 0xC2 progressive, … */
  readonly frameMarker: number;
  /** Position of the frame's marker. */
  readonly frameStart: number;
  readonly precision: number;
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
  readonly hasJfif: boolean;
  readonly hasAdobe: boolean;
  /** Position of the first scan's marker. */
  readonly scanStart: number;
}

export const MARKER = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  quantisationTables: 0xdb,
  huffmanTables: 0xc4,
  arithmeticConditioning: 0xcc,
  jpegExtension: 0xc8,
  restartInterval: 0xdd,
  app0: 0xe0,
  app2: 0xe2,
  app14: 0xee,
} as const;

export function isFrameMarker(marker: number): boolean {
  const isTable =
    marker === MARKER.huffmanTables || marker === MARKER.jpegExtension || marker === MARKER.arithmeticConditioning;
  return marker >= 0xc0 && marker <= 0xcf && !isTable;
}

/**
 * Calls `visit` for each marker segment from the start of image to the first scan (included).
 *
 * @param visit receives the marker, its position, and the end of the segment (exclusive).
 * @returns position of the scan's marker, or `end` if the stream ends with its tables (an abbreviated stream).
 * @throws SlideFileError `damaged` if this is not a sequence of markers.
 */
export function visitJpegSegments(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (marker: number, segmentStart: number, segmentEnd: number) => void,
): number {
  if (end - start < 4 || bytes[start] !== 0xff || bytes[start + 1] !== MARKER.startOfImage) throw damagedJpeg();
  let at = start + 2;
  while (at + 1 < end) {
    if (bytes[at] !== 0xff) throw damagedJpeg();
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === MARKER.endOfImage) return end;
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= MARKER.startOfImage) || at + 4 > end) throw damagedJpeg();
    const segmentEnd = at + 2 + (bytes[at + 2]! << 8) + bytes[at + 3]!;
    if (segmentEnd < at + 4 || segmentEnd > end) throw damagedJpeg();
    visit(marker, at, segmentEnd);
    if (marker === MARKER.startOfScan) return at;
    at = segmentEnd;
  }
  return end;
}

/**
 * @returns the headers of the stream between `start` and `end`.
 * @throws SlideFileError `damaged` if there is no frame or no scan.
 */
export function readJpegHeader(bytes: Uint8Array, start: number, end: number): JpegHeader {
  let frameStart = -1;
  let frameMarker = 0;
  let hasJfif = false;
  let hasAdobe = false;
  const scanStart = visitJpegSegments(bytes, start, end, (marker, at, segmentEnd) => {
    if (marker === MARKER.app0) hasJfif ||= hasName(bytes, at + 4, segmentEnd, "JFIF\0");
    else if (marker === MARKER.app14) hasAdobe ||= hasName(bytes, at + 4, segmentEnd, "Adobe");
    else if (isFrameMarker(marker)) {
      if (frameStart >= 0) throw damagedJpeg();
      frameStart = at;
      frameMarker = marker;
      if (segmentEnd - at < 10 || segmentEnd - at < 10 + bytes[at + 9]! * 3) throw damagedJpeg();
    }
  });
  if (frameStart < 0 || scanStart === end) throw damagedJpeg();
  const components: JpegComponent[] = [];
  for (let i = 0; i < bytes[frameStart + 9]!; i++) {
    const at = frameStart + 10 + i * 3;
    components.push({ id: bytes[at]!, horizontal: bytes[at + 1]! >> 4, vertical: bytes[at + 1]! & 15 });
  }
  return {
    frameMarker,
    frameStart,
    precision: bytes[frameStart + 4]!,
    height: (bytes[frameStart + 5]! << 8) | bytes[frameStart + 6]!,
    width: (bytes[frameStart + 7]! << 8) | bytes[frameStart + 8]!,
    components,
    hasJfif,
    hasAdobe,
    scanStart,
  };
}

export function damagedJpeg(cause?: unknown): SlideFileError {
  return new SlideFileError("damaged", "This file is damaged: a part of its image is not valid JPEG.", {
    cause,
  });
}

function hasName(bytes: Uint8Array, at: number, end: number, name: string): boolean {
  if (at + name.length > end) return false;
  for (let i = 0; i < name.length; i++) if (bytes[at + i] !== name.charCodeAt(i)) return false;
  return true;
}
