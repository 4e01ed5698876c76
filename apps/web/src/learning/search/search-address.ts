/** The search query in the URL of the search page, so that it can be shared. */
import { FOUND_KINDS, type FoundKind, SEARCH_PAGE_MAX } from "@parfocal/core/search/search-limits.ts";
import { readPageNumber } from "#platform/address-parameters.ts";

export interface SearchQuery {
  readonly query: string;
  readonly kinds: readonly FoundKind[];
  readonly tags: readonly string[];
  /** Title of a custom field and one of its values. */
  readonly fields: readonly FieldFilter[];
  /** From 1. */
  readonly page: number;
}

export interface FieldFilter {
  readonly title: string;
  readonly value: string;
}

export const NO_QUESTION: SearchQuery = { query: "", kinds: [], tags: [], fields: [], page: 1 };

/** A list in one parameter: parts are separated by commas; commas within a part are encoded as %2C. */
const joined = (parts: readonly string[]): string | undefined =>
  parts.length === 0 ? undefined : parts.map(encodeURIComponent).join(",");

function split(text: string | undefined): string[] {
  if (!text) return [];
  return text.split(",").flatMap((part) => {
    try {
      return [decodeURIComponent(part)];
    } catch {
      // The URL was truncated.
      return [];
    }
  });
}

/** @param search the parameters as parsed by the router. */
export function readQuestion(search: Readonly<Record<string, unknown>>): SearchQuery {
  const text = (name: string) => (typeof search[name] === "string" ? (search[name] as string) : undefined);
  const parts = split(text("fields"));
  return {
    query: text("q") ?? "",
    kinds: split(text("kinds")).flatMap((kind) => FOUND_KINDS.find((known) => known === kind) ?? []),
    tags: split(text("tags")),
    fields: parts.flatMap((title, index) => {
      const value = parts[index + 1];
      return index % 2 === 0 && value !== undefined ? [{ title, value }] : [];
    }),
    page: readPageNumber(search.page, SEARCH_PAGE_MAX),
  };
}

/** The query as parameters; default values are omitted. */
export function writeQuestion({ query, kinds, tags, fields, page }: SearchQuery): Record<string, string | undefined> {
  return {
    q: query === "" ? undefined : query,
    kinds: joined(kinds),
    tags: joined(tags),
    fields: joined(fields.flatMap(({ title, value }) => [title, value])),
    page: page === 1 ? undefined : String(page),
  };
}

export const countFilters = ({ kinds, tags, fields }: SearchQuery): number =>
  kinds.length + tags.length + fields.length;
