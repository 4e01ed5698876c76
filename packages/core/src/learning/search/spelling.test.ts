import { describe, expect, it } from "vitest";
import { countMistakes, findMeantWord } from "./spelling.ts";

const WORDS = ["glomerulus", "glomeruli", "kidney", "kidneys", "liver", "lung", "purkinje", "niere", "hematoxylin"];

const meant: [typed: string, word: string | null, why: string][] = [
  ["glomerolus", "glomerulus", "another letter"],
  ["gloemrulus", "glomerulus", "two letters swapped"],
  ["glomerulsu", "glomerulus", "two letters swapped at the end"],
  ["glomrulus", "glomerulus", "a letter too few"],
  ["glommerulus", "glomerulus", "a letter too many"],
  ["glommerulsu", "glomerulus", "two mistakes in a long word"],
  ["kidny", "kidney", "a letter too few in a short word"],
  ["kdny", null, "two mistakes in a short word"],
  ["purkinej", "purkinje", "two letters swapped"],
  ["hemotoxilin", "hematoxylin", "two mistakes"],
  ["haemotoxillin", null, "too many mistakes"],
  ["glomerol", "glomerulus", "the beginning of a word with a mistake"],
  ["lun", null, "three letters are like too many words"],
  ["cd31", null, "what has a number in it is a name"],
  ["spleen", null, "nothing like it"],
];

describe("the suggested word", () => {
  for (const [typed, word, why] of meant)
    it(`${typed}: ${word ?? "none"} (${why})`, () => {
      expect(findMeantWord(typed, WORDS)).toBe(word);
    });
});

const distances: [string, string, number][] = [
  ["", "", 0],
  ["", "abc", 3],
  ["abc", "abc", 0],
  ["abc", "acb", 1],
  ["abcd", "badc", 2],
  ["kitten", "sitting", 3],
];

describe("mistakes between two words", () => {
  for (const [first, second, mistakes] of distances)
    it(`${first} and ${second}: ${mistakes}`, () => {
      expect(countMistakes(first, second)).toBe(mistakes);
      expect(countMistakes(second, first)).toBe(mistakes);
    });
});
