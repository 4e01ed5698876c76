/** Which files are slides or pictures, by their names or, where a name does not tell, by their first bytes. */

/** Read by us, or turned into what we read by another program where one is installed. */
const SLIDE_ENDINGS: ReadonlySet<string> = new Set([
  ...["svs", "tif", "tiff", "btf", "tf8", "ndpi", "scn", "bif", "qptiff", "czi", "svslide", "isyntax"],
  ...["dcm", "dicom", "jpg", "jpeg", "jpe", "jfif", "png", "webp", "jp2", "j2k", "j2c", "jpx", "jpf"],
  // Of several files; alone they are refused with a sentence that says what is missing.
  ...["zip", "mrxs", "vsi", "vms", "vmu", "ndpis", "dzi"],
]);

/** Clearly something else: their first bytes are not looked at, there may be many. */
const OTHER_ENDINGS: ReadonlySet<string> = new Set([
  ...["txt", "md", "csv", "tsv", "json", "xml", "html", "htm", "css", "js", "log", "ini", "dat", "geojson"],
  ...["pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "mp3", "mp4", "mov", "avi", "gif", "svg", "exe", "dll"],
]);

/** What operating systems and archives leave beside the files that people mean. */
const RUBBISH =
  /(^|\/)(\.[^/]*|Thumbs\.db|ehthumbs\.db|desktop\.ini|DICOMDIR|__MACOSX|\$RECYCLE\.BIN|System Volume Information)(\/|$)/i;

/** How much of a file's start `looksLikeSlide` wants. */
export const LOOK_BYTES = 132;

const SIGNATURES: readonly (readonly number[])[] = [
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x49, 0x49, 0x2b, 0x00],
  [0x4d, 0x4d, 0x00, 0x2b],
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x50, 0x4b, 0x03, 0x04],
  [0xff, 0x4f, 0xff, 0x51],
  [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50],
  [...("ZISRAWFILE" as Iterable<string>)].map((letter) => letter.charCodeAt(0)),
];

/** Letters after the last dot, lower case; empty: there are none. */
export function endingOf(path: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

/** null: the name does not tell. */
export function isSlideByName(path: string): boolean | null {
  const ending = endingOf(path);
  if (SLIDE_ENDINGS.has(ending)) return true;
  return OTHER_ENDINGS.has(ending) ? false : null;
}

export function isRubbish(path: string): boolean {
  return RUBBISH.test(path);
}

/** TIFF, JPEG, PNG, WebP, JPEG 2000, CZI, zip or DICOM. @param start at least `LOOK_BYTES`, if the file has as many. */
export function looksLikeSlide(start: Uint8Array): boolean {
  const textAt = (at: number, length: number) => String.fromCharCode(...start.subarray(at, at + length));
  return (
    SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte)) ||
    textAt(128, 4) === "DICM" ||
    (textAt(0, 4) === "RIFF" && textAt(8, 4) === "WEBP")
  );
}
