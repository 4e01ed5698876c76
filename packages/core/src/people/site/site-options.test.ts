import { describe, expect, it } from "vitest";
import { contactHref } from "./contact-href.ts";
import {
  normalizeOption,
  OPTION_NAMES,
  type OptionRow,
  optionProblem,
  problemOfRow,
  SITE_OPTIONS,
} from "./site-options.ts";

const cases: [
  name: (typeof OPTION_NAMES)[number],
  value: string | string[],
  problem: ReturnType<typeof optionProblem>,
][] = [
  ["title", "Institute of Anatomy", null],
  ["title", "", "missing"],
  ["title", "x".repeat(120), null],
  ["title", "x".repeat(121), "tooLong"],
  ["title", "two\nlines", "malformed"],
  ["timeZone", "Europe/Vienna", null],
  ["timeZone", "Etc/GMT+5", null],
  ["timeZone", "", "missing"],
  ["timeZone", "Vienna'; DROP TABLE site", "malformed"],
  ["origins", [], null],
  ["origins", ["https://slides.example.edu", "http://localhost:8600"], null],
  ["origins", ["https://slides.example.edu/path"], "malformed"],
  ["origins", ["slides.example.edu"], "malformed"],
  ["origins", ["https://user@slides.example.edu"], "malformed"],
  ["origins", ["https://evil.example\\@slides.example.edu"], "malformed"],
  ["origins", ["null"], "malformed"],
  ["origins", ["*"], "malformed"],
  ["origins", Array.from({ length: 10 }, (_, index) => `https://s${index}.example`), null],
  ["origins", Array.from({ length: 11 }, (_, index) => `https://s${index}.example`), "tooMany"],
  ["allowedEmailDomains", ["example.edu", "student.example.edu"], null],
  ["allowedEmailDomains", ["@example.edu"], "malformed"],
  ["allowedEmailDomains", ["*"], "malformed"],
  ["allowedEmailDomains", ["localhost"], "malformed"],
  ["embedHosts", ["videos.example.org"], null],
  ["embedHosts", ["localhost"], "malformed"],
  ["frameHosts", ["lms.example.edu", "lms.example.edu:8443"], null],
  ["frameHosts", ["*"], "malformed"],
  ["frameHosts", ["lms.example.edu; script-src *"], "malformed"],
  ["tileHosts", ["localhost:8080"], null],
  ["tileHosts", ["https://slides.example.org"], "malformed"],
  ["supportContact", "", null],
  ["supportContact", "help@example.org", null],
  ["supportContact", "https://help.example.org/form?from=slides", null],
  ["supportContact", "javascript:alert(1)", "malformed"],
  ["supportContact", "somewhere", "malformed"],
  ["imprintUrl", "https://example.org/imprint#top", null],
  ["imprintUrl", "javascript:alert(1)", "malformed"],
  ["imprintUrl", "data:text/html,x", "malformed"],
  ["imprintUrl", "//example.org", "malformed"],
  ["imprintUrl", "https://name:password@example.org/", "malformed"],
  ["imprintUrl", `https://example.org/${"x".repeat(1_981)}`, "tooLong"],
  ["privacyUrl", "help@example.org", "malformed"],
];
for (const [name, value, problem] of cases) {
  const shown = JSON.stringify(value).slice(0, 60);
  it(`${name} ${shown}: ${problem ?? "fine"}`, () => {
    expect(optionProblem(name, normalizeOption(name, value))).toBe(problem);
  });
}

describe("a stored value", () => {
  it("has no surrounding white space", () => expect(normalizeOption("title", "  Anatomy ")).toBe("Anatomy"));

  it("has each origin once, in the given order, without the default port", () => {
    const sent = [
      "HTTPS://Slides.example.edu:443/",
      "",
      "http://a.example:80",
      "https://slides.example.edu",
      "http://a.example:443",
    ];
    expect(normalizeOption("origins", sent)).toEqual([
      "https://slides.example.edu",
      "http://a.example",
      "http://a.example:443",
    ]);
  });

  for (const name of OPTION_NAMES.filter((one) => SITE_OPTIONS[one].initial !== null)) {
    it(`is the default of ${name}, which is valid`, () => {
      expect(optionProblem(name, SITE_OPTIONS[name].initial as string)).toBeNull();
    });
  }
});

describe("a numeric option", () => {
  const row: OptionRow = {
    kind: "number",
    format: null,
    initial: 365,
    maxCharacters: 0,
    maxEntries: 1,
    isOptional: false,
    min: 30,
    max: 3650,
    section: "general",
  };
  const numbers: [value: number | string | boolean, problem: ReturnType<typeof problemOfRow>][] = [
    [30, null],
    [3650, null],
    [29, "outOfBounds"],
    [3651, "outOfBounds"],
    [-365, "outOfBounds"],
    [365.5, "malformed"],
    [Number.NaN, "malformed"],
    [Number.POSITIVE_INFINITY, "malformed"],
    ["365", "malformed"],
    ["", "malformed"],
    [true, "malformed"],
  ];
  for (const [value, problem] of numbers)
    it(`${JSON.stringify(value)} (${typeof value}): ${problem ?? "fine"}`, () =>
      expect(problemOfRow(row, value)).toBe(problem));

  it("no other option accepts a number", () => expect(optionProblem("title", 7)).toBe("malformed"));
});

it("a support contact links to an email or a page", () => {
  expect(contactHref("help@example.org")).toBe("mailto:help@example.org");
  expect(contactHref("https://help.example.org/")).toBe("https://help.example.org/");
});
