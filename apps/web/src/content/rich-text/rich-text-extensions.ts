/**
 * Extensions of the editor: only what the core's allowlist permits, so that a text is saved as it was written.
 *
 * Sources: spec part 1, section 9 (font sizes); `core/rich-text/rich-text-allowlist.ts`.
 */
import { isSafeLink } from "@parfocal/core/rich-text/rich-text-address.ts";
import { EDITOR_FONT_SIZES_PX } from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import type { Extensions } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { TextAlign } from "@tiptap/extension-text-align";
import { BackgroundColor, Color, FontSize, TextStyle } from "@tiptap/extension-text-style";
import { StarterKit } from "@tiptap/starter-kit";
import { Picture } from "./picture-node.ts";
import { Subscript, Superscript } from "./script-marks.ts";

const SIZES = new Set(EDITOR_FONT_SIZES_PX.map((size) => `${size}px`));

/** Only the sizes of the editor; pasted text with another size loses it. */
const EditorFontSize = FontSize.extend({
  addGlobalAttributes() {
    return [
      {
        types: ["textStyle"],
        attributes: {
          fontSize: {
            default: null,
            parseHTML: (element) => (SIZES.has(element.style.fontSize) ? element.style.fontSize : null),
            renderHTML: ({ fontSize }) => (SIZES.has(String(fontSize)) ? { style: `font-size: ${fontSize}` } : {}),
          },
        },
      },
    ];
  },
});

/** A missing style is null, as in text created by the editor itself; otherwise equal texts would differ. */
const styleAttribute = (name: "color" | "backgroundColor", property: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.style[name] || null,
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] ? { style: `${property}: ${attributes[name]}` } : {},
});
const TextColour = Color.extend({
  addGlobalAttributes: () => [{ types: ["textStyle"], attributes: { color: styleAttribute("color", "color") } }],
});
const BackgroundColour = BackgroundColor.extend({
  addGlobalAttributes: () => [
    { types: ["textStyle"], attributes: { backgroundColor: styleAttribute("backgroundColor", "background-color") } },
  ],
});

/** Without column widths, which the allowlist does not include. */
const PlainTable = Table.extend({
  renderHTML: () => ["table", ["tbody", 0]],
});

/** A cell keeps its column and row spans; widths and other attributes are not kept. */
const CELL_ATTRIBUTES = {
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null, rendered: false },
};
const PlainCell = TableCell.extend({ addAttributes: () => CELL_ATTRIBUTES });
const PlainHeader = TableHeader.extend({ addAttributes: () => CELL_ATTRIBUTES });

export const RICH_TEXT_EXTENSIONS: Extensions = [
  StarterKit.configure({
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      isAllowedUri: (address) => isSafeLink(address),
      // Where a link opens is decided at display time.
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Subscript,
  Superscript,
  TextAlign.configure({ types: ["heading", "paragraph"] }),
  TextStyle,
  TextColour,
  BackgroundColour,
  EditorFontSize,
  PlainTable,
  TableRow,
  PlainHeader,
  PlainCell,
  Picture,
];
