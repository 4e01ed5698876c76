/** Annotations out of a file, whatever of the three kinds it is: its content tells, not its name. */
import { readAnnotationCsv } from "./annotation-csv.ts";
import { type FileEntry, FileProblem } from "./exchanged-annotation.ts";
import { readGeoJson } from "./read-geojson.ts";
import { readWktFile } from "./read-wkt-file.ts";

/** By what their first characters are. */
const FILE_KINDS = {
  geojson: { begins: /^\s*[[{]/, read: readGeoJson },
  wkt: { begins: /^\s*(MULTI)?(POINT|LINESTRING|POLYGON)\b|^\s*GEOMETRYCOLLECTION\b/i, read: readWktFile },
  csv: { begins: /^[^\r\n]*\bwkt\b/i, read: readAnnotationCsv },
} as const satisfies Record<string, { begins: RegExp; read: (text: string) => Iterable<FileEntry> }>;

export type AnnotationFileKind = keyof typeof FILE_KINDS;
export const ANNOTATION_FILE_KINDS = Object.keys(FILE_KINDS) as [AnnotationFileKind, ...AnnotationFileKind[]];

/** Endings of the names that such files have. */
export const ANNOTATION_FILE_ENDINGS = [".geojson", ".json", ".wkt", ".csv", ".txt"] as const;

/** null: it is none of them. */
export function annotationFileKindOf(text: string): AnnotationFileKind | null {
  const head = text.slice(0, 4096).replace(/^\uFEFF/, "");
  return ANNOTATION_FILE_KINDS.find((kind) => FILE_KINDS[kind].begins.test(head)) ?? null;
}

/**
 * The entries are read as they are asked for.
 *
 * @throws FileProblem if it is none of them; also while the entries of a table are asked for.
 */
export function readAnnotationFile(text: string): { kind: AnnotationFileKind; entries: Iterable<FileEntry> } {
  const kind = annotationFileKindOf(text);
  if (kind === null) throw new FileProblem("The file is not GeoJSON, WKT, or a CSV table with a “wkt” column.");
  return { kind, entries: FILE_KINDS[kind].read(text.replace(/^\uFEFF/, "")) };
}
