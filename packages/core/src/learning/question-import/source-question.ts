/** A question as described by a file, in one form for all formats, before conversion. */

/** `html` is not sanitized. `markdown` is shown as plain text. */
export type TextFormat = "html" | "plain" | "markdown";

/** Embedded bytes, or another file of the package. */
export type SourceImage = { readonly name: string } & (
  | { readonly base64: string }
  /** Path in the package. */
  | { readonly path: string }
);

export interface SourceText {
  readonly text: string;
  readonly format: TextFormat;
  /** Embedded files by image URL; omitted: none. */
  readonly files?: ReadonlyMap<string, SourceImage> | undefined;
}

export interface SourceAnswer {
  readonly text: SourceText;
  /** Percent of the score, -100 to 100. */
  readonly percent: number;
  /** Numeric answers: allowed deviation in either direction, in the unit of the answer; null: not numeric. */
  readonly tolerance: number | null;
  /** Value of a numeric answer; null: any other number. */
  readonly value: number | null;
}

export interface SourcePair {
  /** Empty: the right side is a distractor. */
  readonly left: SourceText;
  readonly right: SourceText;
}

export type SourceKind =
  | "single"
  | "multiple"
  | "trueFalse"
  | "shortAnswer"
  | "numerical"
  | "matching"
  | "essay"
  | "description";

/** Features of a file that questions of this product do not have. */
export type LostPart =
  | "feedback"
  | "hints"
  | "files"
  | "units"
  | "letterCase"
  | "weights"
  | "formulas"
  | "allOrNothing"
  | "fixedSides"
  | "unmatched"
  | "markerNotes"
  | "stimulus";

export interface SourceQuestion {
  readonly kind: SourceKind;
  /** Line in the file, from 1. */
  readonly line: number;
  /** Empty: the title is derived from the text. */
  readonly name: string;
  readonly text: SourceText;
  /** Explanation of the answer; empty: none. */
  readonly explanation: SourceText;
  readonly answers: readonly SourceAnswer[];
  readonly pairs: readonly SourcePair[];
  /** Points; null: not given. */
  readonly score: number | null;
  readonly lost: readonly LostPart[];
}

/** Reasons why a part of a file is not a question. */
export const SOURCE_PROBLEMS = [
  "notClosed",
  "notANumber",
  "noOptions",
  "noAnswerLine",
  "unknownLetter",
  "noPairs",
  "unknownType",
  "severalInteractions",
  "computedValues",
  "severalSteps",
  "severalPartners",
  "areas",
  "notReadable",
] as const;
export type SourceProblem = (typeof SOURCE_PROBLEMS)[number];

export interface SourceFailure {
  readonly line: number;
  /** The part's name in the file; may be empty. */
  readonly name: string;
  readonly problem: SourceProblem;
  /** The offending text, e.g. the unknown type; may be empty. */
  readonly detail: string;
}

export interface SourceCategory {
  readonly line: number;
  readonly name: string;
}

export interface SourceFile {
  readonly questions: readonly SourceQuestion[];
  readonly failures: readonly SourceFailure[];
  readonly categories: readonly SourceCategory[];
}

export const plain = (text: string): SourceText => ({ text, format: "plain" });

export const answer = (text: SourceText, percent: number): SourceAnswer => ({
  text,
  percent,
  tolerance: null,
  value: null,
});

/** Splits a file into lines (LF, CRLF or CR) and removes a byte order mark. */
export const linesOf = (file: string): string[] => file.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
