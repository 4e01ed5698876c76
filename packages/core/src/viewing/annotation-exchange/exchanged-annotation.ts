/** An annotation as it leaves, and as it is found in a file. */
import type { Measurement } from "../../geometry/measurement.ts";
import type { Shape } from "../../geometry/shape.ts";

/** What a file tells of an annotation. */
export interface ExchangedAnnotation {
  readonly id: number;
  readonly imageId: number;
  readonly typeId: number;
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly zoom: number | null;
  /** null: the slide does not say how large its pixels are, or there is nothing to measure. */
  readonly measurement: Measurement | null;
  readonly includeMeasurement: boolean;
  /** WKT in full-resolution slide pixels, y down. */
  readonly geometry: string;
  /** Place in the image's own order, from 1. */
  readonly order: number;
  readonly author: string;
  readonly isStudent: boolean;
  readonly userCanEdit: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Whose kind of annotation it is, in the words of files. */
export const authorKindOf = ({ isStudent }: Pick<ExchangedAnnotation, "isStudent">): "student" | "expert" =>
  isStudent ? "student" : "expert";

/** An annotation that a file holds, with what could be read of it; nothing of it is checked against a slide. */
export interface FileAnnotation {
  /** null: the file does not say, or says one that this shape cannot have. */
  readonly typeId: number | null;
  readonly title: string;
  readonly content: string;
  readonly link: string;
  readonly zoom: number | null;
  readonly includeMeasurement: boolean;
  /** The place that it had; null: the file does not say. */
  readonly order: number | null;
  readonly shape: Shape;
}

/** One item of a file that should be an annotation. */
export interface FileEntry {
  /** Which one of the file, from 1. */
  readonly index: number;
  /** What the file calls it; may be empty. */
  readonly name: string;
  /** How many nuclei of cells came with it, which annotations do not have. */
  readonly nuclei: number;
  /** The annotation, or a sentence that says why it is none. */
  readonly read:
    | { readonly ok: true; readonly annotation: FileAnnotation }
    | { readonly ok: false; readonly problem: string };
}

/** Why a whole file cannot be read, as a sentence for the person who sent it. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/** Why one item of a file is no annotation. */
export class EntryProblem extends Error {
  override readonly name = "EntryProblem";
}

/** An entry, or what is wrong with it if reading throws an `EntryProblem`. */
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
