/** A query with one filter added or removed; returns to the first page. */
import type { FoundKind } from "@parfocal/core/search/search-limits.ts";
import type { FieldFilter, SearchQuery } from "./search-address.ts";

const toggled = <Value>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

export const toggledKind = (question: SearchQuery, kind: FoundKind): SearchQuery => ({
  ...question,
  kinds: toggled(question.kinds, kind),
  page: 1,
});

export const toggledTag = (question: SearchQuery, tag: string): SearchQuery => ({
  ...question,
  tags: toggled(question.tags, tag),
  page: 1,
});

export function toggledField(question: SearchQuery, { title, value }: FieldFilter): SearchQuery {
  const others = question.fields.filter((field) => field.title !== title || field.value !== value);
  const fields = others.length < question.fields.length ? others : [...question.fields, { title, value }];
  return { ...question, fields, page: 1 };
}

export const withoutFilters = (question: SearchQuery): SearchQuery => ({
  ...question,
  kinds: [],
  tags: [],
  fields: [],
  page: 1,
});
