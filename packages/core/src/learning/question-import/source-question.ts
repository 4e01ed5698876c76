/** A question as a file describes it, the same for all formats, before it becomes one of this product. */

/** `html` is not sanitised. `markdown` is shown as it was typed. */
export type TextFormat = "html" | "plain" | "markdown";

/** Its bytes are in the file itself, or in another file of the package. */
export type SourceImage = { readonly name: string } & (
  | { readonly base64: string }
  /** In the package. */
  | { readonly path: string }
);

export interface SourceText {
  readonly text: string;
  readonly format: TextFormat;
  /** Files that come with it, by the address that its images have; left out: none. */
  readonly files?: ReadonlyMap<string, SourceImage> | undefined;
}

export interface SourceAnswer {
  readonly text: SourceText;
  /** Percent of the score, -100 to 100. */
  readonly percent: number;
  /** Of a numeric answer: allowed deviation in either direction, in the unit of the answer; null: not numeric. */
  readonly tolerance: number | null;
  /** Of a numeric answer; null: any other number. */
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

/** What a file has and a question of this product does not. */
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
  /** In the file, from 1. */
  readonly line: number;
  /** Empty: the title is taken from the text. */
  readonly name: string;
  readonly text: SourceText;
  /** Why the answer is right; empty: none in the file. */
  readonly explanation: SourceText;
  readonly answers: readonly SourceAnswer[];
  readonly pairs: readonly SourcePair[];
  /** Points; null: none in the file. */
  readonly score: number | null;
  readonly lost: readonly LostPart[];
}

/** Why a part of a file is not a question. */
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
  /** What the file calls the part; may be empty. */
  readonly name: string;
  readonly problem: SourceProblem;
  /** The text in question, e.g. the unknown type; may be empty. */
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

/** Lines of a file in any of the three conventions, without a byte order mark. */
export const linesOf = (file: string): string[] => file.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
