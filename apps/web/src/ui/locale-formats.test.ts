import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dateFormat, localeTag } from "./locale-formats.ts";

const AFTERNOON = new Date("2026-11-22T14:05:09Z");

describe("dates and times are formatted in the language", () => {
  const cases: [language: string, options: Intl.DateTimeFormatOptions, expected: string][] = [
    ["en", { dateStyle: "medium" }, "22 Nov 2026"],
    ["en", { dateStyle: "medium", timeStyle: "short" }, "22 Nov 2026, 14:05"],
    ["en", { dateStyle: "long" }, "22 November 2026"],
    ["en", { timeStyle: "short" }, "14:05"],
    ["de", { dateStyle: "medium" }, "22.11.2026"],
    ["de", { dateStyle: "medium", timeStyle: "short" }, "22.11.2026, 14:05"],
    ["de", { dateStyle: "long" }, "22. November 2026"],
    ["de", { timeStyle: "short" }, "14:05"],
  ];
  for (const [language, options, expected] of cases)
    it(`${language}: ${expected}`, () =>
      expect(dateFormat(language, { ...options, timeZone: "UTC" }).format(AFTERNOON)).toBe(expected));
});

it("English is British, and other tags are unchanged", () =>
  expect(["en", "de", "en-GB", "fr"].map(localeTag)).toEqual(["en-GB", "de-DE", "en-GB", "fr"]));

it("a format is created once", () => {
  const options = { dateStyle: "medium", timeZone: "UTC" } as const;
  expect(dateFormat("en", options)).toBe(dateFormat("en", { ...options }));
  expect(dateFormat("en", options)).not.toBe(dateFormat("de", options));
});

it("only known files create formats", () => {
  const OWN_FORMAT = /Intl\.(DateTime|Number|RelativeTime)Format\(|\.toLocale(Date|Time)?String\(/;
  const root = join(import.meta.dirname, "..");
  const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(isSource);
  const others = files.filter((path) => OWN_FORMAT.test(readFileSync(join(root, path), "utf8")));
  expect(others.toSorted()).toEqual([
    join("learning", "quiz-results", "useAgoText.ts"),
    join("ui", "locale-formats.ts"),
    join("ui", "quantity-text.ts"),
  ]);
});
