/**
 * The file name under which learners download a file. Original names can contain patients' names
 * (docs/patient-data.md), even in an unknown extension ("scan.Miller"), so only well-known extensions are kept.
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

/** For files that are only downloaded: their extension says more than their media type. */
const KNOWN_ENDINGS: ReadonlySet<string> = new Set(
  "csv doc docx json md mov mp3 odp ods odt ppt pptx rtf svg tif tiff tsv txt wav xls xlsx xml zip".split(" "),
);

/** @param noun the type of the item, e.g. `attachment`. @returns e.g. `attachment-12.pdf`. */
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
