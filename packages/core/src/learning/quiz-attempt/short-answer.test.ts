import { describe, expect, it } from "vitest";
import { isShortAnswerRight } from "./short-answer.ts";

const cases: [given: string, key: string, isRight: boolean][] = [
  ["kidney", "Kidney", true],
  ["  KIDNEY \n", "kidney", true],
  ["kid ney", "kidney", false],
  ["distal   tubule", "Distal tubule", true],
  ["Niere", "Kidney|Niere", true],
  ["Niere", "Kidney | Niere ", true],
  ["Kidney|Niere", "Kidney|Niere", false],
  ["", "Kidney", false],
  ["  ", "|", false],
  ["anything", "", false],
  ["STRASSE", "straße", true],
  ["Straße", "Strasse", true],
  // A letter with a diacritic, precomposed and decomposed.
  ["e\u0301pithe\u0301lium", "épithélium", true],
  ["ΣΊΓΜΑΣ", "σίγμας", true],
  ["ﬁbrocyte", "fibrocyte", true],
  ["epithelium", "épithélium", false],
  ["12", "12", true],
  ["12.0", "12", false],
  ["12.4", "12.5 ± 0.5", true],
  ["12,0", "12.5 ± 0.5", true],
  ["11.9", "12.5 ± 0.5", false],
  ["0.3", "0.1±0.2", true],
  ["-2", "-3 +/- 1", true],
  ["1e3", "1000+-1", true],
  ["12.4 µm", "12.5 ± 0.5 µm", true],
  // Unicode has two micro signs.
  ["12.4μm", "12.5 ± 0.5 µm", true],
  ["12.4", "12.5 ± 0.5 µm", false],
  ["12.4 mm", "12.5 ± 0.5 µm", false],
  ["kidney 12.4", "12.5 ± 0.5", false],
];
describe("a short answer", () => {
  for (const [given, key, isRight] of cases) {
    it(`${JSON.stringify(given)} for ${JSON.stringify(key)}: ${isRight ? "right" : "wrong"}`, () =>
      expect(isShortAnswerRight(given, key)).toBe(isRight));
  }
});
