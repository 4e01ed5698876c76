/** Reads annotations from a file in any of the three formats, detected by content, not by name. */
import { readAnnotationCsv } from "./annotation-csv.ts";
import { type FileEntry, FileProblem } from "./exchanged-annotation.ts";
import { readGeoJson } from "./read-geojson.ts";
import { readWktFile } from "./read-wkt-file.ts";

/** By their first characters. */
const FILE_KINDS = {
  geojson: { begins: /^\s*[[{]/, read: readGeoJson },
  wkt: { begins: /^\s*(MULTI)?(POINT|LINESTRING|POLYGON)\b|^\s*GEOMETRYCOLLECTION\b/i, read: readWktFile },
  csv: { begins: /^[^\r\n]*\bwkt\b/i, read: readAnnotationCsv },
} as const satisfies Record<string, { begins: RegExp; read: (text: string) => Iterable<FileEntry> }>;

type AnnotationFileKind = keyof typeof FILE_KINDS;
export const ANNOTATION_FILE_KINDS = Object.keys(FILE_KINDS) as [AnnotationFileKind, ...AnnotationFileKind[]];

/** File extensions. */
export const ANNOTATION_FILE_ENDINGS = [".geojson", ".json", ".wkt", ".csv", ".txt"] as const;

/** Null: none of them. */
export function annotationFileKindOf(text: string): AnnotationFileKind | null {
  const head = text.slice(0, 4096).replace(/^\uFEFF/, "");
  return ANNOTATION_FILE_KINDS.find((kind) => FILE_KINDS[kind].begins.test(head)) ?? null;
}

/**
 * Entries are read lazily.
 *
 * @throws FileProblem if it has none of these formats; for a table also during iteration.
 */
export function readAnnotationFile(text: string): { kind: AnnotationFileKind; entries: Iterable<FileEntry> } {
  const kind = annotationFileKindOf(text);
  if (kind === null) throw new FileProblem("The file is not GeoJSON, WKT, or a CSV table with a “wkt” column.");
  return { kind, entries: FILE_KINDS[kind].read(text.replace(/^\uFEFF/, "")) };
}
