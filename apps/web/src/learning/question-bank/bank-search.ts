/** The search of the question bank in the URL, so that it is the same after a reload. */
import { QUESTION_TYPES, type QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import { readId } from "#platform/address-parameters.ts";

export interface BankSearch {
  readonly q: string;
  /** Null: any. */
  readonly type: QuestionType | null;
  /** A course, folder or quiz; null: everywhere. */
  readonly place: number | null;
}

export const ALL_QUESTIONS: BankSearch = { q: "", type: null, place: null };

/** Invalid parameters are ignored. */
export function readBankSearch(address: Readonly<Record<string, unknown>>): BankSearch {
  return {
    q: typeof address.q === "string" ? address.q : "",
    type: QUESTION_TYPES.find((type) => type === address.type) ?? null,
    place: readId(address.place),
  };
}

/** Default values are omitted. */
export const writeBankSearch = ({ q, type, place }: BankSearch): Record<string, string> => ({
  ...(q === "" ? {} : { q }),
  ...(type === null ? {} : { type }),
  ...(place === null ? {} : { place: String(place) }),
});

export const isAnySearch = ({ q, type, place }: BankSearch): boolean => q === "" && type === null && place === null;
