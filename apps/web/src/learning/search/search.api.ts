/** Queries of the search. */
import { search } from "@parfocal/core/search/search.contract.ts";
import { SUGGESTION_MIN_CHARACTERS, SUGGESTIONS_MAX } from "@parfocal/core/search/search-limits.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { countFilters, type SearchQuery } from "./search-address.ts";

/** Freshness period of cached results; short, so that changes by others are shown soon. */
const FRESH_MS = 15_000;

/** Whether the query is not empty. */
export const isQuestion = (question: SearchQuery): boolean =>
  question.query.trim() !== "" || countFilters(question) > 0;

/** While the next query is loading, the previous results stay. */
export function useSearch(question: SearchQuery) {
  const { query, kinds, tags, fields, page } = question;
  return useQuery({
    queryKey: ["search", "page", question],
    queryFn: ({ signal }) =>
      call(
        search,
        {
          query: {
            query: query.trim(),
            "kinds[]": [...kinds],
            "tags[]": [...tags],
            "fieldTitles[]": fields.map(({ title }) => title),
            "fieldValues[]": fields.map(({ value }) => value),
            page: String(page),
          },
        },
        { signal },
      ),
    enabled: isQuestion(question),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

/** The first few results, without facets. */
export function useSuggestions(typed: string) {
  const query = typed.trim();
  return useQuery({
    queryKey: ["search", "suggestions", query],
    queryFn: ({ signal }) =>
      call(search, { query: { query, pageSize: String(SUGGESTIONS_MAX), facets: "false" } }, { signal }),
    enabled: query.length >= SUGGESTION_MIN_CHARACTERS,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}
