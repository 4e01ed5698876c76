import {
  allowedAttribute,
  EDITOR_FONT_SIZES_PX,
  RICH_TEXT_ELEMENTS,
} from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import { EDITOR_MADE } from "@parfocal/core/rich-text/testing/editor-made.ts";
import { HOSTILE_TEXTS } from "@parfocal/core/rich-text/testing/hostile-texts.ts";
import { describe, expect, it } from "vitest";
import { sanitiseRichText } from "./sanitise-rich-text.ts";

const TAG = /<\/?([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*) ?\/?>/g;
const withoutEntities = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** What is left that is not allowed, found by a parser independent of the sanitizer. */
function findForbidden(text: string): string[] {
  const tags = [...text.matchAll(TAG)];
  const strayBracket = text.replace(TAG, "").includes("<") ? ["a bracket that opens no allowed tag"] : [];
  return [
    ...strayBracket,
    ...tags.flatMap(([, element = "", attributes = ""]) => {
      if (!Object.hasOwn(RICH_TEXT_ELEMENTS, element)) return [element];
      return [...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)]
        .filter(
          ([, name = "", value = ""]) =>
            allowedAttribute(element, name, withoutEntities(value)) !== withoutEntities(value),
        )
        .map(([attribute]) => `${element}${attribute}`);
    }),
  ];
}

it("the independent parser finds forbidden markup", () => {
  for (const text of ["<script>", '<p onclick="x">', '<a href="javascript:x">', "<p <", '<p style="position: fixed">'])
    expect(findForbidden(text), text).not.toEqual([]);
  expect(findForbidden('<p style="color: red">a &lt; b</p>')).toEqual([]);
});

describe("hostile texts", () => {
  it("are at least 150, all different", () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(150);
    expect(new Set(HOSTILE_TEXTS).size).toBe(HOSTILE_TEXTS.length);
  });
  for (const text of HOSTILE_TEXTS)
    it(`leaves nothing of ${text.slice(0, 60)}`, () => {
      const clean = sanitiseRichText(text);
      expect(findForbidden(clean)).toEqual([]);
      expect(clean).not.toMatch(/alert\(1\)<\/?(script|style)/i);
      expect(sanitiseRichText(clean), "cleaned again it stays as it is").toBe(clean);
    });
});

const unchanged: [name: string, text: string][] = [
  ["headings and paragraphs", "<h1>One</h1><h2>Two</h2><p>Text</p>"],
  ["lists", '<ul><li>a</li></ul><ol start="3"><li>c</li></ol>'],
  ["tables", '<table><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table>'],
  ["bold, italic, underline, sub and sup", "<p><b>b</b><i>i</i><u>u</u>H<sub>2</sub>O m<sup>2</sup></p>"],
  ["colours", '<p><span style="color: #aa0000">red</span></p>'],
  [
    "links",
    '<p><a href="https://atlas.example.org/?a=1&amp;b=2">x</a> <a href="mailto:a@b.at">y</a> <a href="/s1/">z</a></p>',
  ],
  ["images of the site", '<p><img src="/api/v2/attachment/5/file" alt="A kidney" width="300" /></p>'],
  ["signs", "<p>1 &lt; 2 &amp; 3 &gt; 2</p>"],
  ...EDITOR_FONT_SIZES_PX.map(
    (size) => [`font size ${size} px`, `<p><span style="font-size: ${size}px">x</span></p>`] as [string, string],
  ),
];
describe("markup of the editor is unchanged:", () => {
  for (const [name, text] of unchanged) it(name, () => expect(sanitiseRichText(text)).toBe(text));
});

it("of forbidden elements the text is kept, except that of scripts and styles", () => {
  expect(sanitiseRichText("<article>Text <blink>more</blink></article>")).toBe("Text more");
  expect(sanitiseRichText("a<script>b</script><style>c</style>d")).toBe("ad");
});

describe("text entered in the editor is unchanged:", () => {
  // The one spelling in which the sanitizer differs from a browser.
  const spelled = (text: string) => text.replace(/ \/>/g, ">");
  for (const [name, text] of Object.entries(EDITOR_MADE))
    it(name, () => expect(spelled(sanitiseRichText(text))).toBe(text));
});
