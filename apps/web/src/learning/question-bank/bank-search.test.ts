import { expect, it } from "vitest";
import { ALL_QUESTIONS, isAnySearch, readBankSearch, writeBankSearch } from "./bank-search.ts";

it.each([
  ["nothing", {}, ALL_QUESTIONS],
  ["all parameters", { q: "stain", type: "matching", place: "7" }, { q: "stain", type: "matching", place: 7 }],
  ["an unknown type", { type: "essay" }, ALL_QUESTIONS],
  ["an invalid location ID", { place: "-3" }, ALL_QUESTIONS],
  ["a word as location", { place: "kidney" }, ALL_QUESTIONS],
] as const)("a URL with %s", (_name, address, search) => {
  expect(readBankSearch(address)).toEqual(search);
  expect(readBankSearch(writeBankSearch(search))).toEqual(search);
});

it("only a search without terms, type and location includes all questions", () => {
  expect(isAnySearch(ALL_QUESTIONS)).toBe(true);
  expect(isAnySearch({ ...ALL_QUESTIONS, place: 7 })).toBe(false);
  expect(writeBankSearch(ALL_QUESTIONS)).toEqual({});
});
