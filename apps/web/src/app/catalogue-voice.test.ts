/** The rules of plain English that a machine can hold, over every English text of the web. */
import { MESSAGES } from "@parfocal/core/messages.ts";
import { describe, expect, it } from "vitest";
import { english } from "./english.ts";

/** Words for which the interface has a term of the field, or none. */
const AVOIDED_WORDS = /\b(thing|things|whoever|please|e-mail|anew|meanwhile|picture|pictures|lies|stands)\b/i;
/** A label is a noun, not a clause. */
const CLAUSE = /^(How|What|Where|Who)\b/;
/** A number and its percent sign, or a value that is put in, with a space between them. */
const SPACED_PERCENT = /[\d}] %/;
/** Keys of texts that are sentences. */
const SENTENCE_KEY = /(Text|Hint|Failed)(_\w+)?$/;

/** Texts of the specification, word for word (`docs/spec/messages.tsv`); their `{word}` matches any text. */
const FIXED = Object.values(MESSAGES).map(
  (text) => new RegExp(`^${text.replace(/[.*+?^$()[\]\\|]/g, "\\$&").replace(/\{\w+\}/g, ".+")}$`),
);
const isFixed = (text: string): boolean => FIXED.some((fixed) => fixed.test(text));

const texts = Object.entries(english).flatMap(([catalogue, ofCatalogue]) =>
  Object.entries(ofCatalogue as Record<string, string>).map(([key, text]) => ({
    key: `${catalogue}.${key}`,
    text,
    isLabel: !SENTENCE_KEY.test(key) && !text.endsWith("?"),
  })),
);

const breaksRule = ({ text, isLabel }: { readonly text: string; readonly isLabel: boolean }): boolean =>
  !isFixed(text) && (AVOIDED_WORDS.test(text) || SPACED_PERCENT.test(text) || (isLabel && CLAUSE.test(text)));

describe("English texts", () => {
  it("use the terms of the glossary, and labels are nouns", () => {
    expect(texts.length).toBeGreaterThan(2000);
    expect(texts.filter(breaksRule)).toEqual([]);
  });

  const EXAMPLES: [isLabel: boolean, text: string, isBroken: boolean][] = [
    [true, "10 things in it", true],
    [false, "Please enter a title.", true],
    [true, "How what lies in it is shown", true],
    [true, "Who sees “{{title}}”", true],
    [false, "Who takes the quiz joins this group.", false],
    [true, "Over {{value}} %", true],
    [true, "Over {{value}}%", false],
    [true, "Layout", false],
    [true, "Something else", false],
    [false, MESSAGES["image.loadFailed"], false],
    [false, "Error while adding Folder. Please try again later.", false],
  ];
  for (const [isLabel, text, isBroken] of EXAMPLES)
    it(`${isLabel ? "a label" : "a sentence"} “${text}” ${isBroken ? "breaks a rule" : "is accepted"}`, () => {
      expect(breaksRule({ text, isLabel })).toBe(isBroken);
    });
});
