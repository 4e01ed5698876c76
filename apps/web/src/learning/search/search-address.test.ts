import { describe, expect, it } from "vitest";
import { countFilters, NO_QUESTION, readQuestion, type SearchQuery, writeQuestion } from "./search-address.ts";

const questions: SearchQuery[] = [
  NO_QUESTION,
  { ...NO_QUESTION, query: "kidney & liver, 100 %" },
  { ...NO_QUESTION, query: "x", kinds: ["image", "annotation"], page: 3 },
  { ...NO_QUESTION, tags: ["HE", "a,b", "50 %", "ä=ö&ü"] },
  {
    ...NO_QUESTION,
    fields: [
      { title: "Organ", value: "Kidney, left" },
      { title: "Organ", value: "Lung" },
      { title: "Über", value: "" },
    ],
  },
];

describe("a search in the URL", () => {
  for (const question of questions)
    it(`is restored: ${JSON.stringify(writeQuestion(question))}`, () => {
      const address = new URLSearchParams(
        Object.entries(writeQuestion(question)).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
      );
      expect(readQuestion(Object.fromEntries(address))).toEqual(question);
    });

  const odd: [search: Record<string, unknown>, read: Partial<SearchQuery>][] = [
    [{ kinds: "image,quizQuestion,nothing" }, { kinds: ["image"] }],
    [{ page: "0" }, { page: 1 }],
    [{ page: "99999" }, { page: 1 }],
    [{ fields: "Organ" }, { fields: [] }],
    [{ tags: "%E0%A4%A" }, { tags: [] }],
    [{ q: 5 }, { query: "" }],
  ];
  for (const [search, read] of odd)
    it(`with invalid values: ${JSON.stringify(search)}`, () => {
      expect(readQuestion(search)).toEqual({ ...NO_QUESTION, ...read });
    });

  it("has as many filters as were selected", () => {
    expect(countFilters({ ...NO_QUESTION, kinds: ["image"], tags: ["a", "b"] })).toBe(3);
  });
});
