/** A person's answer. Options are referenced by ID. */

export interface MatchedPair {
  readonly leftId: number;
  /** The option whose right side was chosen. */
  readonly rightId: number;
}

export type GivenAnswer =
  | { readonly type: "short-answer"; readonly text: string }
  /** Null: nothing selected. */
  | { readonly type: "multiple-choice"; readonly optionId: number | null }
  | { readonly type: "multiple-answer"; readonly optionIds: readonly number[] }
  | { readonly type: "matching"; readonly pairs: readonly MatchedPair[] }
  /** WKT in slide pixels, in drawing order. */
  | { readonly type: "annotation"; readonly marks: readonly string[] };

export function isAnswered(answer: GivenAnswer | null): boolean {
  switch (answer?.type) {
    case undefined:
      return false;
    case "short-answer":
      return answer.text.trim() !== "";
    case "multiple-choice":
      return answer.optionId !== null;
    case "multiple-answer":
      return answer.optionIds.length > 0;
    case "matching":
      return answer.pairs.length > 0;
    case "annotation":
      return answer.marks.length > 0;
  }
}
