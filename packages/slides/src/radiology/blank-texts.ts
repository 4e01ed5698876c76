/**
 * Blanks comments, EXIF and other data in the head of a compressed image that is not needed to decode it. Lengths stay
 * the same, so that no offset changes.
 *
 * Source: ITU-T T.81, annex B (JPEG); T.87, annex C (JPEG-LS); T.800, annex A (JPEG 2000).
 */

const JPEG_START = 0xffd8;
const JPEG_COMMENT = 0xfffe;
const START_OF_SCAN = 0xffda;
/** JFIF's and Adobe's markers, which define colours. */
const KEPT_JPEG: ReadonlySet<number> = new Set([0xffe0, 0xffee]);
/** Marker of a JPEG-LS colour transformation. Source: HP's and CharLS's `mrfx`. */
const COLOUR_TRANSFORMATION = { marker: 0xffe8, start: "mrfx" } as const;

const JPEG_2000_START = 0xff4f;
const JPEG_2000_COMMENT = 0xff64;
const START_OF_TILE = 0xff90;
/** Field of a comment that says whether it is text. */
const COMMENT_KIND_BYTES = 2;

/** @param frame is changed; other formats are left unchanged. */
export function blankTexts(frame: Buffer): void {
  if (frame.length < 4) return;
  const start = frame.readUInt16BE(0);
  if (start === JPEG_START) eachSegment(frame, START_OF_SCAN, blankJpegSegment);
  if (start === JPEG_2000_START) eachSegment(frame, START_OF_TILE, blankJpeg2000Segment);
}

function eachSegment(frame: Buffer, last: number, blank: (marker: number, contents: Buffer) => void): void {
  for (let at = 2; at + 4 <= frame.length; ) {
    const marker = frame.readUInt16BE(at);
    // Fill bytes before a marker.
    if (marker === 0xffff) {
      at += 1;
      continue;
    }
    if (marker === last || marker < 0xff01) return;
    const end = at + 2 + frame.readUInt16BE(at + 2);
    if (end > frame.length || end < at + 4) return;
    blank(marker, frame.subarray(at + 4, end));
    at = end;
  }
}

function blankJpegSegment(marker: number, contents: Buffer): void {
  const isApplication = marker >= 0xffe0 && marker <= 0xffef;
  if (marker !== JPEG_COMMENT && !isApplication) return;
  if (KEPT_JPEG.has(marker)) return;
  const isColours =
    marker === COLOUR_TRANSFORMATION.marker && contents.toString("latin1", 0, 4) === COLOUR_TRANSFORMATION.start;
  if (!isColours) contents.fill(0);
}

function blankJpeg2000Segment(marker: number, contents: Buffer): void {
  if (marker === JPEG_2000_COMMENT) contents.fill(0x20, COMMENT_KIND_BYTES);
}
