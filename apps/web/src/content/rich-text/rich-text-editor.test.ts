// @vitest-environment happy-dom
/** The editor without its field; pasted content is cleaned by a browser (e2e/rich-text.spec.ts). */
import { EDITOR_FONT_SIZES_PX } from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import { EDITOR_MADE } from "@parfocal/core/rich-text/testing/editor-made.ts";
import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it } from "vitest";
import { setRequestIdentity } from "#platform/request-identity.ts";
import { linkAddress } from "./link-address.ts";
import { RICH_TEXT_EXTENSIONS } from "./rich-text-extensions.ts";
import { storedText } from "./stored-rich-text.ts";

let editor: Editor | null = null;
afterEach(() => editor?.destroy());

function open(text: string): Editor {
  editor = new Editor({ extensions: RICH_TEXT_EXTENSIONS, content: text, injectCSS: false });
  return editor;
}

/** As the buttons of the toolbar do. */
const ACTIONS: Record<keyof typeof EDITOR_MADE, (one: Editor) => boolean> = {
  bold: (one) => one.chain().selectAll().toggleBold().run(),
  italic: (one) => one.chain().selectAll().toggleItalic().run(),
  underline: (one) => one.chain().selectAll().toggleUnderline().run(),
  strike: (one) => one.chain().selectAll().toggleStrike().run(),
  subscript: (one) => one.chain().selectAll().toggleSubscript().run(),
  superscript: (one) => one.chain().selectAll().toggleSuperscript().run(),
  heading: (one) => one.chain().setHeading({ level: 2 }).run(),
  bulletList: (one) => one.chain().toggleBulletList().run(),
  orderedList: (one) => one.chain().toggleOrderedList().run(),
  quote: (one) => one.chain().toggleBlockquote().run(),
  centre: (one) => one.chain().setTextAlign("center").run(),
  colour: (one) => one.chain().selectAll().setColor("#e03131").run(),
  size: (one) => one.chain().selectAll().setFontSize("18px").run(),
  linkAway: (one) => one.chain().selectAll().setLink({ href: "https://atlas.example.org/a?b=1" }).run(),
  linkMail: (one) => one.chain().selectAll().setLink({ href: "mailto:teacher@example.org" }).run(),
  linkHere: (one) => one.chain().selectAll().setLink({ href: "/s1/course2/" }).run(),
  picture: (one) =>
    one
      .chain()
      .insertContentAt(8, { type: "picture", attrs: { src: "/api/v2/attachment/5/file", alt: "A kidney" } })
      .run(),
  table: (one) =>
    one.chain().selectAll().deleteSelection().insertTable({ rows: 2, cols: 2, withHeaderRow: true }).run(),
};

/** Differences in markup that are allowed between two serializers. */
const spelled = (html: string) =>
  html
    .replace(/;"/g, '"')
    .replace(/ ?\/>/g, ">")
    .replace(/(<p><\/p>)+$/, "");

describe("each function of the toolbar", () => {
  for (const [name, action] of Object.entries(ACTIONS))
    it(`${name} creates the stored markup, and parses it again`, () => {
      const one = open("<p>one two</p>");
      expect(action(one)).toBe(true);
      const made = one.getHTML();
      expect(spelled(made)).toBe(spelled(EDITOR_MADE[name as keyof typeof EDITOR_MADE]));
      const before = one.state.doc.toJSON();
      one.destroy();
      expect(open(made).state.doc.toJSON()).toEqual(before);
    });
});

describe("a font size", () => {
  for (const size of EDITOR_FONT_SIZES_PX)
    it(`${size} px is preserved`, () => {
      const text = `<p><span style="font-size: ${size}px">x</span></p>`;
      expect(spelled(open(text).getHTML())).toBe(text);
    });
  it("of another size is dropped", () => {
    expect(open('<p><span style="font-size: 19px">x</span></p>').getHTML()).not.toContain("19px");
  });
});

describe("stored text", () => {
  for (const [html, stored] of [
    ["<p></p>", ""],
    ["<p></p><p></p>", ""],
    ["<p>a</p>", "<p>a</p>"],
    ["<p></p><p>a</p>", "<p></p><p>a</p>"],
  ] as const)
    it(`of ${html} is ${stored || "nothing"}`, () => expect(storedText(html)).toBe(stored));
});

describe("a typed address", () => {
  const origin = "https://atlas.example.edu";
  for (const [typed, cleaned] of [
    ["https://x.example.org/a", "https://x.example.org/a"],
    [" x.example.org/a ", "https://x.example.org/a"],
    ["teacher@example.org", "mailto:teacher@example.org"],
    [`${origin}/s1/course2/`, "/s1/course2/"],
    [origin, "/"],
    ["/s1/course2/", "/s1/course2/"],
    ["javascript:alert(1)", null],
    ["//evil.example/", null],
    ["kidney", null],
    ["", null],
  ] as const)
    it(`${typed}: ${cleaned}`, () => expect(linkAddress(typed, origin)).toBe(cleaned));
});

describe("an image if the session is not in a cookie", () => {
  const pass = `~1.${"a".repeat(43)}`;
  const textWith = (src: string) => `<p>one <img src="${src}" alt="A kidney"> two</p>`;
  const file = "/api/v2/attachment/5/file";
  afterEach(() => setRequestIdentity({ filePass: null }));

  it("keeps the pass of the session while edited", () => {
    setRequestIdentity({ filePass: pass });
    expect(open(textWith(`/${pass}${file}`)).getHTML()).toContain(`src="/${pass}${file}"`);
  });

  it("is dropped with another pass, or with another path below it", () => {
    for (const src of [`/~1.${"b".repeat(43)}${file}`, `/${pass}/x`, `/${pass}//evil.example/a.png`])
      for (const filePass of [pass, null]) {
        setRequestIdentity({ filePass });
        expect(open(textWith(src)).getHTML()).not.toContain("<img");
      }
  });
});
