/** Annotations in exported and imported files. */
import type { Measurement } from "../../geometry/measurement.ts";
import type { Shape } from "../../geometry/shape.ts";

/** The exported data of an annotation. */
export interface ExchangedAnnotation {
  readonly id: number;
  readonly imageId: number;
  readonly typeId: number;
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly zoom: number | null;
  /** Null: the pixel size is unknown, or there is nothing to measure. */
  readonly measurement: Measurement | null;
  readonly includeMeasurement: boolean;
  /** WKT in full-resolution slide pixels, y down. */
  readonly geometry: string;
  /** Position in the image's order, from 1. */
  readonly order: number;
  readonly author: string;
  readonly isStudent: boolean;
  readonly userCanEdit: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Author kind as written to files. */
export const authorKindOf = ({ isStudent }: Pick<ExchangedAnnotation, "isStudent">): "student" | "expert" =>
  isStudent ? "student" : "expert";

/** An annotation parsed from a file, not yet checked against a slide. */
export interface FileAnnotation {
  /** Null: missing, or not allowed for this shape. */
  readonly typeId: number | null;
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly zoom: number | null;
  readonly includeMeasurement: boolean;
  /** Its position in the original order; null: missing. */
  readonly order: number | null;
  readonly shape: Shape;
}

/** One entry of a file that should be an annotation. */
export interface FileEntry {
  /** Position in the file, from 1. */
  readonly index: number;
  /** Name in the file; may be empty. */
  readonly name: string;
  /** Number of cell nuclei in it, which annotations cannot represent. */
  readonly nuclei: number;
  /** The annotation, or a user-facing message that says why it is invalid. */
  readonly read:
    | { readonly ok: true; readonly annotation: FileAnnotation }
    | { readonly ok: false; readonly problem: string };
}

/** User-facing reason why a whole file cannot be read. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/** User-facing reason why one entry of a file is not a valid annotation. */
export class EntryProblem extends Error {
  override readonly name = "EntryProblem";
}

/** An entry, or its problem if reading throws an `EntryProblem`. */
export function entryOf(
  { index, name, nuclei = 0 }: { index: number; name: string; nuclei?: number },
  read: () => FileAnnotation,
): FileEntry {
  try {
    return { index, name, nuclei, read: { ok: true, annotation: read() } };
  } catch (error) {
    if (!(error instanceof EntryProblem)) throw error;
    return { index, name, nuclei, read: { ok: false, problem: error.message } };
  }
}
