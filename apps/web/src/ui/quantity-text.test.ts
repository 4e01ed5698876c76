import { describe, expect, it } from "vitest";
import { formatBytes, formatDimensions, formatPercent } from "./quantity-text.ts";

describe("bytes read as", () => {
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

describe("a share reads as", () => {
  const cases: [share: number, expected: string][] = [
    [0, "0%"],
    [0.999, "99%"],
    [1, "100%"],
    [1.2, "100%"],
  ];
  for (const [share, expected] of cases)
    it(`${share}: ${expected}`, () => expect(formatPercent(share, "en")).toBe(expected));
});

it("dimensions have the separators of the language", () => {
  expect(formatDimensions(12_480, 640, "en")).toBe("12,480 × 640");
  expect(formatDimensions(12_480, 640, "de")).toBe("12.480 × 640");
});
