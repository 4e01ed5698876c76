import { describe, expect, it } from "vitest";
import { findSeparator, readCsv } from "./read-csv.ts";

describe("the separator", () => {
  it.each([
    ["name,email", ","],
    ["name;email", ";"],
    ["name\temail", "\t"],
    ["name|email", "|"],
    ['"last, first, middle";email', ";"],
    ["email", ","],
  ] as const)("of %j is %j", (head, separator) => {
    expect(findSeparator(`${head}\r\nx`)).toBe(separator);
  });

  it("a vertical bar divides cells", () => {
    expect(readCsv('a|"b|c"|d\n', "|")).toEqual([["a", "b|c", "d"]]);
  });
});

describe("malicious files are read to the end", () => {
  const LARGE = 1024 * 1024;
  it.each([
    ["a quote that is never closed", `a,"${"b,".repeat(LARGE / 2)}`, 1],
    ["endless doubled quotes", `"${'""'.repeat(LARGE / 2)}`, 1],
    ["one line without a separator", "a".repeat(LARGE), 1],
    ["100,000 columns", `${"a,".repeat(100_000)}\n`, 1],
    ["empty lines alone", "\n".repeat(LARGE), 0],
  ])("%s", (_name, text, rows) => {
    expect(findSeparator(text)).toBe(",");
    expect(readCsv(text)).toHaveLength(rows);
  });

  it("no further than the row limit", () => {
    expect(readCsv("a\n".repeat(100), ",", { maxRows: 7 })).toHaveLength(7);
  });
});
