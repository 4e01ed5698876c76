/** A question with one filter more or less; whoever changes a filter is on the first page again. */
import type { FoundKind } from "@parfocal/core/search/search-limits.ts";
import type { FieldFilter, SearchQuestion } from "./search-address.ts";

const toggled = <Value>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value];

export const toggledKind = (question: SearchQuestion, kind: FoundKind): SearchQuestion => ({
  ...question,
  kinds: toggled(question.kinds, kind),
  page: 1,
});

export const toggledTag = (question: SearchQuestion, tag: string): SearchQuestion => ({
  ...question,
  tags: toggled(question.tags, tag),
  page: 1,
});

export function toggledField(question: SearchQuestion, { title, value }: FieldFilter): SearchQuestion {
  const others = question.fields.filter((field) => field.title !== title || field.value !== value);
  const fields = others.length < question.fields.length ? others : [...question.fields, { title, value }];
  return { ...question, fields, page: 1 };
}

export const withoutFilters = (question: SearchQuestion): SearchQuestion => ({
  ...question,
  kinds: [],
  tags: [],
  fields: [],
  page: 1,
});
