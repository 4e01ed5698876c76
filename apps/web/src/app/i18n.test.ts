import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { english, type Texts } from "./english.ts";
import { german } from "./german.ts";
import { languageFor } from "./i18n.ts";

/** `{{name}}`s of a text, in alphabetical order. */
const wordsIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

function eachText(texts: Texts): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([slice, ofSlice]) =>
    Object.entries(ofSlice as Record<string, string>).map(([name, text]): [string, string] => [
      `${slice}.${name}`,
      text,
    ]),
  );
}

describe("texts", () => {
  const englishTexts = eachText(english);
  const germanTexts = new Map(eachText(german));

  it("have the same keys in both languages", () => {
    expect([...germanTexts.keys()].sort()).toEqual(englishTexts.map(([key]) => key).sort());
  });

  it("are not empty, and use the same placeholders", () => {
    for (const [key, text] of englishTexts) {
      expect(germanTexts.get(key)?.trim(), key).not.toBe("");
      expect(wordsIn(germanTexts.get(key) ?? ""), key).toEqual(wordsIn(text));
    }
  });

  it("exist for every key that the sources use", () => {
    const keys = new Set(englishTexts.map(([key]) => key));
    const root = join(import.meta.dirname, "..");
    const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
    const used = sources.flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(/\bt\("(\w+\.[\w-]+)"/g)].map(([, key = ""]) => ({
        path,
        key,
      })),
    );
    expect(used.length).toBeGreaterThan(100);
    const unknown = used.filter(({ key }) => !keys.has(key) && !keys.has(`${key}_other`));
    expect(unknown).toEqual([]);
  });
});

describe("the language of a new visitor", () => {
  const cases: [preferred: string[], expected: string][] = [
    [["de-AT", "en"], "de"],
    [["fr-CA", "de"], "de"],
    [["fr"], "en"],
    [[], "en"],
    [["EN-us"], "en"],
  ];
  for (const [preferred, expected] of cases) {
    it(`a browser that prefers ${preferred.join(", ") || "nothing we know"}: ${expected}`, () => {
      expect(languageFor(preferred)).toBe(expected);
    });
  }
});
