import type { SearchAnswer, SearchResult } from "@parfocal/core/search/search.contract.ts";
import { describe, expect, it } from "vitest";
import { optionsFor } from "./suggested-options.ts";

const result: SearchResult = {
  kind: "course",
  itemId: 2,
  annotationId: null,
  title: [{ text: "Histology", isMatch: true }],
  subtitle: "",
  excerpt: [],
  fieldTitle: null,
  tags: [],
  path: [{ id: 2, type: "course", title: "Histology" }],
  thumbnail: null,
  colour: null,
  view: null,
};
const answer = (results: SearchResult[]): SearchAnswer => ({
  query: "hist",
  correctedTo: null,
  page: 1,
  pageSize: 6,
  total: results.length,
  isMore: false,
  results,
  facets: { kinds: [], tags: [], fields: [] },
});

const cases: [name: string, situation: Parameters<typeof optionsFor>[0], kinds: string[]][] = [
  [
    "empty input: recent searches",
    { siteId: 1, typed: "", answer: undefined, recent: ["a", "b"] },
    ["recent", "recent"],
  ],
  ["input without a response yet: nothing", { siteId: 1, typed: "hi", answer: undefined, recent: ["a"] }, []],
  [
    "results: they, and a link to all",
    { siteId: 1, typed: "hi", answer: answer([result]), recent: ["a"] },
    ["result", "all"],
  ],
  ["no results: nothing", { siteId: 1, typed: "hi", answer: answer([]), recent: ["a"] }, []],
];

describe("options below the search box", () => {
  for (const [name, situation, kinds] of cases)
    it(name, () => {
      expect(optionsFor(situation).map(({ kind }) => kind)).toEqual(kinds);
    });
});
