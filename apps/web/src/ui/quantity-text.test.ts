import { describe, expect, it } from "vitest";
import { formatBytes, formatDimensions, formatPercent, formatQuantity, formatShare } from "./quantity-text.ts";

describe("bytes are formatted as", () => {
  const cases: [bytes: number, language: string, expected: string][] = [
    [0, "en", "0 bytes"],
    [1, "en", "1 byte"],
    [999_499, "en", "999 kB"],
    [999_600, "en", "1 MB"],
    [1_938_955, "en", "1.9 MB"],
    [1_938_955, "de", "1,9 MB"],
    [123_456_789, "en", "123 MB"],
    [64 * 1024 ** 3, "en", "68.7 GB"],
  ];
  for (const [bytes, language, expected] of cases) {
    it(`${bytes} in ${language}: ${expected}`, () => expect(formatBytes(bytes, language)).toBe(expected));
  }
});

describe("a share is formatted as", () => {
  const cases: [share: number, expected: string][] = [
    [0, "0%"],
    [0.999, "99%"],
    [1, "100%"],
    [1.2, "100%"],
  ];
  for (const [share, expected] of cases)
    it(`${share}: ${expected}`, () => expect(formatPercent(share, "en")).toBe(expected));
});

it("dimensions use the separators of the language", () => {
  expect(formatDimensions(12_480, 640, "en")).toBe("12,480 × 640");
  expect(formatDimensions(12_480, 640, "de")).toBe("12.480 × 640");
});

it("quantities have the separators of the language, and the requested number of decimals", () => {
  const texts = ["en", "de"].map((language) => [
    formatQuantity(12_345.6789, language),
    formatQuantity(12_345.6789, language, { maximumFractionDigits: 0 }),
    formatQuantity(0.5, language, { signDisplay: "exceptZero" }),
  ]);
  expect(texts).toEqual([
    ["12,345.679", "12,346", "+0.5"],
    ["12.345,679", "12.346", "+0,5"],
  ]);
});

it("small integers look as a format of the browser writes them, in each language", () => {
  const values = [0, 7, 12, 999, 1_000, -5, -999, -1_000, 0.5, 999.5];
  for (const language of ["en", "de"]) {
    const format = new Intl.NumberFormat(language === "en" ? "en-GB" : "de-DE");
    expect(values.map((value) => formatQuantity(value, language))).toEqual(values.map((value) => format.format(value)));
  }
  expect(formatQuantity(5, "en", { minimumFractionDigits: 2 })).toBe("5.00");
});

it("a share is rounded to the nearest tenth of a percent", () => {
  expect([0, 0.0004, 0.6667, 1].map((share) => formatShare(share, "en"))).toEqual(["0%", "0%", "66.7%", "100%"]);
  expect(formatShare(0.6667, "de")).toBe("66,7\u00a0%");
});
