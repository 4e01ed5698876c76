/**
 * Annotations as a table: `image-annotations.csv`. Source: spec part 2, section 6 ("Exports"); rule D-11.
 *
 * Coordinates are WKT in full-resolution slide pixels (origin top left, y down); lengths are in µm and areas in µm²,
 * empty if the pixel size is unknown or there is nothing to measure.
 */

import { CSV_BYTE_ORDER_MARK, type CsvCell, csvText } from "../../csv/csv-text.ts";
import { findSeparator, readCsv } from "../../csv/read-csv.ts";
import { UM_PER_MM, UM2_PER_MM2 } from "../../geometry/measurement.ts";
import { parseWkt } from "../../geometry/wkt.ts";
import { annotationTypeOf } from "../annotation/annotation-types.ts";
import {
  authorKindOf,
  EntryProblem,
  type ExchangedAnnotation,
  entryOf,
  type FileAnnotation,
  type FileEntry,
  FileProblem,
} from "./exchanged-annotation.ts";
import { fittingTypeId } from "./imported-type.ts";

function inMicrometres({ measurement }: ExchangedAnnotation, kind: "length" | "area"): number | null {
  if (measurement === null || measurement.kind !== kind) return null;
  const { unit, value } = measurement;
  return unit === "mm" ? value * UM_PER_MM : unit === "mm²" ? value * UM2_PER_MM2 : value;
}

/** Columns in order: name and value. */
const COLUMNS = {
  order: ({ order }) => order,
  id: ({ id }) => id,
  typeId: ({ typeId }) => typeId,
  type: ({ typeId }) => annotationTypeOf(typeId)?.name ?? "",
  title: ({ title }) => title,
  content: ({ content }) => content,
  link: ({ link }) => link,
  author: ({ author }) => author,
  authorKind: authorKindOf,
  lengthUm: (annotation) => inMicrometres(annotation, "length"),
  areaUm2: (annotation) => inMicrometres(annotation, "area"),
  includeMeasurement: ({ includeMeasurement }) => String(includeMeasurement),
  zoom: ({ zoom }) => zoom,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  wkt: ({ geometry }) => geometry,
} as const satisfies Record<string, (annotation: ExchangedAnnotation) => CsvCell>;

type Column = keyof typeof COLUMNS;
export const ANNOTATION_CSV_COLUMNS = Object.keys(COLUMNS) as Column[];

/** With a byte order mark, so that spreadsheets detect UTF-8. */
export const annotationCsvHead = (): string => CSV_BYTE_ORDER_MARK + csvText([ANNOTATION_CSV_COLUMNS]);

export function annotationCsvRow(annotation: ExchangedAnnotation): string {
  return csvText([ANNOTATION_CSV_COLUMNS.map((name): CsvCell => COLUMNS[name](annotation))]);
}

const numberOf = (text: string): number | null =>
  text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text);

function annotationOf(cell: (column: Column) => string): FileAnnotation {
  const read = parseWkt(cell("wkt"));
  if (!read.ok) throw new EntryProblem(read.problem);
  const [title, content] = [cell("title"), cell("content")];
  return {
    title,
    content,
    typeId: fittingTypeId(numberOf(cell("typeId")), read.shape, { title, content }),
    link: cell("link"),
    zoom: numberOf(cell("zoom")),
    includeMeasurement: cell("includeMeasurement").toLowerCase() === "true",
    order: numberOf(cell("order")),
    shape: read.shape,
  };
}

/**
 * Reads Parfocal's own table, and any other with the columns `wkt` and `title` or `content`; further columns are
 * ignored.
 *
 * @throws FileProblem if these columns are missing.
 */
export function* readAnnotationCsv(text: string): Generator<FileEntry> {
  const [head = [], ...rows] = readCsv(text, findSeparator(text));
  const names = head.map((name) => name.trim().toLowerCase());
  const placeOf = (column: Column): number => names.indexOf(column.toLowerCase());
  if (placeOf("wkt") < 0) throw new FileProblem("The table has no “wkt” column.");
  if (placeOf("title") < 0 && placeOf("content") < 0)
    throw new FileProblem("The table has no “title” or “content” column.");
  const places = new Map(ANNOTATION_CSV_COLUMNS.map((column) => [column, placeOf(column)]));
  for (const [at, row] of rows.entries()) {
    const cell = (column: Column): string => row[places.get(column) ?? -1] ?? "";
    yield entryOf({ index: at + 1, name: cell("title") }, () => annotationOf(cell));
  }
}
