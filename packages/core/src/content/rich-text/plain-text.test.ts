import { describe, expect, it } from "vitest";
import { asRichText, isFormatted } from "./plain-text.ts";

const formatted: [text: string, isIt: boolean][] = [
  ["<p>A kidney</p>", true],
  ["a <b>bold</b> word", true],
  ["</p>", true],
  ["x<y and y>z", true],
  ["x<y", false],
  ["p < 0.05 and q > 3", false],
  ["A & B", false],
  ["", false],
];
describe("a text is formatted if it contains a start or end tag", () => {
  for (const [text, isIt] of formatted) it(JSON.stringify(text), () => expect(isFormatted(text)).toBe(isIt));
});

const shown: [text: string, markup: string][] = [
  ["<p>A kidney</p>", "<p>A kidney</p>"],
  ["One line", "<p>One line</p>"],
  ["One\nTwo", "<p>One<br>Two</p>"],
  ["One\r\n\r\nTwo\n", "<p>One</p><p>Two</p>"],
  ['p < 0.05 & "q"', "<p>p &lt; 0.05 &amp; &quot;q&quot;</p>"],
  ["  ", "  "],
  ["", ""],
];
describe("a plain text keeps its lines and characters", () => {
  for (const [text, markup] of shown) it(JSON.stringify(text), () => expect(asRichText(text)).toBe(markup));
});
