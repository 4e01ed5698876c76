/**
 * Imports annotations of a file as annotations of the caller: valid ones are inserted, each invalid one is reported.
 */
import { setImmediate } from "node:timers/promises";
import {
  ANNOTATION_CONTENT_MAX_CHARACTERS,
  ANNOTATION_TITLE_MAX_CHARACTERS,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { missingAnnotationFields } from "@parfocal/core/annotation/annotation-form.ts";
import { isAnnotationLink } from "@parfocal/core/annotation/annotation-link.ts";
import type { ImportReport } from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import { type FileAnnotation, FileProblem } from "@parfocal/core/annotation-exchange/exchanged-annotation.ts";
import {
  type CrossingChoice,
  IMPORT_MAX_ANNOTATIONS,
  IMPORT_MAX_PROBLEMS,
} from "@parfocal/core/annotation-exchange/import-limits.ts";
import { outlinesAsLines, typeIdOfShape } from "@parfocal/core/annotation-exchange/imported-type.ts";
import { readAnnotationFile } from "@parfocal/core/annotation-exchange/read-annotation-file.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotationPlace, NewAnnotation } from "#annotation/annotation.queries.ts";
import { readAnnotationGeometry } from "#annotation/annotation-geometry.ts";

/** Number that is processed before other requests get a turn. */
const LOOKED_AT_ONCE = 100;

/** The same limits as for the zoom of a single annotation. */
const ZOOM_RANGE = { min: -20, max: 40 } as const;
/** PostgreSQL cannot store this character. */
const NUL = "\0";

export interface ImportOptions {
  readonly imageId: number;
  readonly authorId: number;
  readonly isStudent: boolean;
  /** null: none. */
  readonly workGroupId: number | null;
  readonly crossing: CrossingChoice;
  readonly slide: { readonly width: number | null; readonly height: number | null };
}

export interface InspectionResult {
  readonly report: Omit<ImportReport, "isDryRun" | "ids">;
  /** In their original order if the file has one, otherwise in the order of the file. */
  readonly rows: readonly NewAnnotation[];
}

/**
 * Checks a file without changing anything.
 *
 * @throws AppError `invalid` if the file cannot be read at all; `tooLarge` if it contains too many annotations.
 */
export async function inspectText(text: string, options: ImportOptions): Promise<InspectionResult> {
  const { kind, entries } = readOrRefuse(() => readAnnotationFile(text));
  const found: { order: number; row: NewAnnotation }[] = [];
  const problems: ImportReport["problems"] = [];
  let [seen, rejected, crossings, ignoredNuclei, keptAsLines] = [0, 0, 0, 0, 0];
  const refuse = (index: number, name: string, problem: string): void => {
    rejected += 1;
    if (problems.length < IMPORT_MAX_PROBLEMS) problems.push({ index, name: name.slice(0, 200), problem });
  };
  const iterator = entries[Symbol.iterator]();
  for (;;) {
    const next = readOrRefuse(() => iterator.next());
    if (next.done) break;
    const { index, name, nuclei, read } = next.value;
    seen += 1;
    if (seen > IMPORT_MAX_ANNOTATIONS)
      throw new AppError("tooLarge", `You can import up to ${IMPORT_MAX_ANNOTATIONS} annotations per file.`);
    if (seen % LOOKED_AT_ONCE === 0) await setImmediate();
    ignoredNuclei += nuclei;
    const outcome = read.ok ? validated(read.annotation, options) : read.problem;
    if (typeof outcome === "string") refuse(index, name, outcome);
    else if ("crossing" in outcome) {
      refuse(index, name, outcome.crossing);
      crossings += 1;
    } else {
      found.push({ order: (read.ok ? read.annotation.order : null) ?? Number.POSITIVE_INFINITY, row: outcome.row });
      if (outcome.isKeptAsLine) keptAsLines += 1;
    }
  }
  if (seen === 0) throw new AppError("invalid", "This file contains no annotations.", { codes: ["file"] });
  const rows = found.sort((one, other) => compare(one.order, other.order)).map(({ row }) => row);
  return {
    report: { kind, accepted: rows.length, keptAsLines, refused: rejected, crossings, problems, ignoredNuclei },
    rows,
  };
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

function readOrRefuse<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileProblem) throw new AppError("invalid", error.message, { codes: ["file"], cause: error });
    throw error;
  }
}

/** Why its texts cannot be stored; null: they can. */
function problemOfTexts({ title, content, link }: FileAnnotation): string | null {
  if (title.length > ANNOTATION_TITLE_MAX_CHARACTERS)
    return `The title has more than ${ANNOTATION_TITLE_MAX_CHARACTERS} characters.`;
  if (content.length > ANNOTATION_CONTENT_MAX_CHARACTERS)
    return `The content has more than ${ANNOTATION_CONTENT_MAX_CHARACTERS} characters.`;
  if ([title, content, link].some((text) => text.includes(NUL)))
    return "The text contains a character that cannot be stored.";
  if (!isAnnotationLink(link)) return "The link does not start with https://, http://, mailto: or /.";
  return null;
}

interface ValidRow {
  readonly row: NewAnnotation;
  readonly isKeptAsLine: boolean;
}
interface Crossed {
  /** A message about the position. */
  readonly crossing: string;
}

/** Its row, or a message about the error. */
function validated(annotation: FileAnnotation, options: ImportOptions): string | Crossed | ValidRow {
  const { title, content, link, shape, zoom } = annotation;
  const problem = problemOfTexts(annotation);
  if (problem !== null) return problem;
  const typeId = annotation.typeId ?? typeIdOfShape(shape);
  if (missingAnnotationFields({ typeId, title, content }).length > 0) return "It has neither a title nor content.";
  const placed = placeOrProblem(shape, typeId, options);
  if (typeof placed === "string" || "crossing" in placed) return placed;
  const row = {
    ...placed.place,
    image_id: options.imageId,
    author_id: options.authorId,
    type_id: placed.typeId,
    title,
    content,
    link: link.trim(),
    zoom: zoom !== null && zoom >= ZOOM_RANGE.min && zoom <= ZOOM_RANGE.max ? zoom : null,
    include_measurement: annotation.includeMeasurement,
    is_student: options.isStudent,
    work_group_id: options.workGroupId,
  };
  return { row, isKeptAsLine: placed.isKeptAsLine };
}

interface Placed {
  readonly typeId: number;
  readonly place: AnnotationPlace;
  readonly isKeptAsLine: boolean;
}

function placeOrProblem(
  shape: Shape,
  typeId: number,
  { slide, crossing }: Pick<ImportOptions, "slide" | "crossing">,
): string | Crossed | Placed {
  try {
    return { typeId, place: readAnnotationGeometry(formatWkt(shape), typeId, slide), isKeptAsLine: false };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const lines = error.codes.includes("selfCrossing") ? outlinesAsLines(shape) : null;
    if (!lines) return error.message;
    if (crossing === "refuse") return { crossing: error.message };
    const placed = placeOrProblem(lines, typeIdOfShape(lines), { slide, crossing: "refuse" });
    return typeof placed === "string" || "crossing" in placed ? placed : { ...placed, isKeptAsLine: true };
  }
}
