import { describe, expect, it } from "vitest";
import { markExcerpt, markText } from "./highlight.ts";

/** Matches in brackets. */
const shown = (parts: readonly { text: string; isMatch: boolean }[]) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");

const texts: [text: string, beginnings: string[], marked: string][] = [
  ["Kidney, PAS", ["kidney"], "[Kidney], PAS"],
  ["Kidneys and a kidney", ["kidney"], "[Kidneys] and a [kidney]"],
  ["Färbung", ["farbung"], "[Färbung]"],
  ["Färbung", ["faerb"], "[Färbung]"],
  ["Fa\u0308rbung", ["farb"], "[Fa\u0308rbung]"],
  ["Große Gefäße", ["gefasse"], "Große [Gefäße]"],
  ["Ki-67, H&E", ["67", "h"], "Ki-[67], [H]&E"],
  ["<b>kidney</b>", ["kidney"], "<b>[kidney]</b>"],
  ["subkidney", ["kidney"], "subkidney"],
  ["Клетка", ["клет"], "[Клетка]"],
  ["", ["kidney"], ""],
  ["kidney", [], "kidney"],
];

describe("a text with highlighted matches", () => {
  for (const [text, beginnings, marked] of texts)
    it(`${text} by ${beginnings.join(", ") || "nothing"}: ${marked}`, () => {
      const parts = markText(text, beginnings);
      expect(shown(parts)).toBe(marked);
      expect(parts.map((part) => part.text).join("")).toBe(text);
    });
});

describe("an excerpt", () => {
  const long = `${"before ".repeat(50)}glomerulus ${"after ".repeat(50)}`.trim();

  it("shows the place of the first match, cut between words", () => {
    const excerpt = shown(markExcerpt(long, ["glomerulus"], 80));
    expect(excerpt).toMatch(/^… before (before )*\[glomerulus\] (after )*after …$/);
    expect(excerpt.length).toBeLessThanOrEqual(80 + "… ".length + " …".length + "[]".length);
  });

  it("of a short text is the whole text", () => {
    expect(shown(markExcerpt("A small glomerulus", ["glomerulus"], 80))).toBe("A small [glomerulus]");
  });

  it("of a text without a match is empty", () => {
    expect(markExcerpt(long, ["liver"], 80)).toEqual([]);
  });

  it("contains a match that is longer than the excerpt", () => {
    expect(shown(markExcerpt(`a ${"x".repeat(200)} b`, ["x"], 80))).toContain(`[${"x".repeat(200)}]`);
  });
});
