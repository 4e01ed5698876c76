/** Texts with a number have a singular and a plural form, in both languages. */
import { describe, expect, it } from "vitest";
import { english } from "./english.ts";
import { german } from "./german.ts";

const FORM = /_(zero|one|other)$/;
/** A number followed by a noun in the plural. */
const NUMBER_AND_PLURAL = /\{\{count\}\} [a-z]+s\b/;

/** The number is a limit of the product, never 1. */
const LIMIT = /\b(at least|up to|more than|fewer than|only|are shown from) \{\{count\}\}/i;
/** Other texts whose number is never 1. */
const ALWAYS_SEVERAL = new Set(["registration.sent", "tree.many", "questionBank.shownSoFar", "quiz.shownOf"]);

const textsOf = (catalogues: object) =>
  Object.entries(catalogues).flatMap(([catalogue, texts]) =>
    Object.entries(texts as Record<string, string>).map(([key, text]) => ({ key: `${catalogue}.${key}`, text })),
  );
const englishTexts = textsOf(english);
const germanTexts = textsOf(german);

describe("texts with a number", () => {
  for (const [language, texts] of [
    ["English", englishTexts],
    ["German", germanTexts],
  ] as const)
    it(`have both forms in ${language}`, () => {
      const keys = new Set(texts.map(({ key }) => key));
      const counted = texts.filter(({ key, text }) => FORM.test(key) && text.includes("{{count}}"));
      expect(counted.length).toBeGreaterThan(100);
      const missing = counted.flatMap(({ key }) =>
        ["_one", "_other"].map((form) => key.replace(FORM, form)).filter((form) => !keys.has(form)),
      );
      expect(missing).toEqual([]);
    });

  it("never put a number before a plural in a text without plural forms, unless it is a limit", () => {
    const single = englishTexts.filter(
      ({ key, text }) =>
        !FORM.test(key) && NUMBER_AND_PLURAL.test(text) && !LIMIT.test(text) && !ALWAYS_SEVERAL.has(key),
    );
    expect(single.map(({ key, text }) => `${key}: ${text}`)).toEqual([]);
  });

  it("have no number in the singular form", () => {
    expect(englishTexts.filter(({ key, text }) => key.endsWith("_one") && NUMBER_AND_PLURAL.test(text))).toEqual([]);
  });
});
