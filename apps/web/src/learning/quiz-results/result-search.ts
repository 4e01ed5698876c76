/** The search of the results table in the URL, so that it is the same after a reload and after a learner's paper. */
import type { QueryFor } from "@parfocal/core/call.contract.ts";
import type { listResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import {
  ATTEMPT_CHOICES,
  type AttemptChoice,
  LISTED_STATES,
  type ListedState,
  RESULT_SORTS,
  type ResultSort,
} from "@parfocal/core/quiz-results/result-rules.ts";
import { readPageNumber } from "#platform/address-parameters.ts";

export interface ResultSearch {
  readonly q: string;
  /** Null: all. */
  readonly state: ListedState | null;
  readonly attempt: AttemptChoice;
  readonly sort: ResultSort;
  readonly direction: "asc" | "desc";
  /** From 1. */
  readonly page: number;
}

export const FIRST_RESULTS: ResultSearch = {
  q: "",
  state: null,
  attempt: "latest",
  sort: "name",
  direction: "asc",
  page: 1,
};

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((one) => one === value);

/** Invalid parameters are ignored. */
export function readResultSearch(address: Readonly<Record<string, unknown>>): ResultSearch {
  return {
    q: typeof address.q === "string" ? address.q : "",
    state: oneOf(LISTED_STATES, address.state) ?? null,
    attempt: oneOf(ATTEMPT_CHOICES, address.attempt) ?? FIRST_RESULTS.attempt,
    sort: oneOf(RESULT_SORTS, address.sort) ?? FIRST_RESULTS.sort,
    direction: address.direction === "desc" ? "desc" : "asc",
    page: readPageNumber(address.page),
  };
}

/** Default values are omitted. */
export function writeResultSearch(search: ResultSearch): Record<string, string> {
  const { q, state, attempt, sort, direction, page } = search;
  return {
    ...(q === "" ? {} : { q }),
    ...(state === null ? {} : { state }),
    ...(attempt === FIRST_RESULTS.attempt ? {} : { attempt }),
    ...(sort === FIRST_RESULTS.sort ? {} : { sort }),
    ...(direction === FIRST_RESULTS.direction ? {} : { direction }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

export const resultQuery = (search: ResultSearch): QueryFor<typeof listResults> => ({
  ...writeResultSearch(search),
});

/** By another column: descending first; by the same column: the opposite order. */
export function sortedBy(search: ResultSearch, sort: ResultSort): ResultSearch {
  const isSame = search.sort === sort;
  const first = sort === "score" || sort === "submitted" ? "desc" : "asc";
  const direction = isSame ? (search.direction === "asc" ? "desc" : "asc") : first;
  return { ...search, sort, direction, page: 1 };
}
