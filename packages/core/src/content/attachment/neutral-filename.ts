/**
 * The name under which learners save a file. Original names can contain patients' names (docs/patient-data.md), endings
 * that are none included ("scan.Miller"), so only well-known endings are kept.
 */

const ENDING_OF_TYPE: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
  "video/mp4": "mp4",
  "video/webm": "webm",
};

/** Of files that are only ever saved: their media type says less than their ending. */
const KNOWN_ENDINGS: ReadonlySet<string> = new Set(
  "csv doc docx json md mov mp3 odp ods odt ppt pptx rtf svg tif tiff tsv txt wav xls xlsx xml zip".split(" "),
);

/** @param noun what it is, as in `attachment`. @returns as in `attachment-12.pdf`. */
export function neutralFilename(
  noun: string,
  id: number,
  { mediaType, filename }: { readonly mediaType: string; readonly filename: string },
): string {
  const own = /\.([a-z0-9]{1,4})$/i.exec(filename)?.[1]?.toLowerCase() ?? "";
  const known = KNOWN_ENDINGS.has(own) ? own : mediaType === "application/zip" ? "zip" : null;
  const ending = ENDING_OF_TYPE[mediaType] ?? known;
  return `${noun}-${id}${ending === null ? "" : `.${ending}`}`;
}
