/** Detects slides and images by file name, or by the first bytes if the name is inconclusive. */
import { mediaTypeOf } from "../../content/attachment/media-types.ts";

/** Extensions of formats read natively, or via an installed external program. */
const SLIDE_ENDINGS: ReadonlySet<string> = new Set([
  ...["svs", "tif", "tiff", "btf", "tf8", "ndpi", "scn", "bif", "qptiff", "czi", "svslide", "isyntax"],
  ...["dcm", "dicom", "jpg", "jpeg", "jpe", "jfif", "png", "webp", "jp2", "j2k", "j2c", "jpx", "jpf"],
  // Formats of several files; a single one is rejected with a message that names what is missing.
  ...["zip", "mrxs", "vsi", "vms", "vmu", "ndpis", "dzi"],
]);

/** Certainly not slides; their bytes are not read, since there may be many. */
const OTHER_ENDINGS: ReadonlySet<string> = new Set([
  ...["txt", "md", "csv", "tsv", "json", "xml", "html", "htm", "css", "js", "log", "ini", "dat", "geojson"],
  ...["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "mp3", "mp4", "mov", "avi", "gif", "svg", "exe", "dll"],
]);

/** Files that operating systems and archivers create beside the users' files. */
const RUBBISH =
  /(^|\/)(\.[^/]*|Thumbs\.db|ehthumbs\.db|desktop\.ini|DICOMDIR|__MACOSX|\$RECYCLE\.BIN|System Volume Information)(\/|$)/i;

/** Number of bytes that `looksLikeSlide` needs. */
export const LOOK_BYTES = 132;

/** Of the types of attachments, those that can be slides. */
const SLIDE_MEDIA_TYPES: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp", "application/zip"]);

/** TIFF, JPEG 2000 and CZI. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x49, 0x49, 0x2b, 0x00],
  [0x4d, 0x4d, 0x00, 0x2b],
  [0xff, 0x4f, 0xff, 0x51],
  [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50],
  [...("ZISRAWFILE" as Iterable<string>)].map((letter) => letter.charCodeAt(0)),
];

/** Extension in lower case, without the dot; empty: none. */
export function endingOf(path: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** Null if the name is inconclusive. */
export function isSlideByName(path: string): boolean | null {
  const ending = endingOf(path);
  if (SLIDE_ENDINGS.has(ending)) return true;
  return OTHER_ENDINGS.has(ending) ? false : null;
}

export function isRubbish(path: string): boolean {
  return RUBBISH.test(path);
}

/**
 * TIFF, JPEG, PNG, WebP, JPEG 2000, CZI, zip or DICOM. @param start the first `LOOK_BYTES` bytes, or the whole file if
 * it is shorter.
 */
export function looksLikeSlide(start: Uint8Array): boolean {
  const textAt = (at: number, length: number) => String.fromCharCode(...start.subarray(at, at + length));
  return (
    SLIDE_MEDIA_TYPES.has(mediaTypeOf(start)) ||
    SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte)) ||
    textAt(128, 4) === "DICM"
  );
}
