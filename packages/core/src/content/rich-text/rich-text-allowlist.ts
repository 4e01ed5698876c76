/**
 * Allowlist of elements, attributes and styles in formatted text. The server applies it on write, the browser on
 * render; both read these tables.
 *
 * Sources: reliability.md, threat T-11; spec part 1, section 9 (font sizes of the editor).
 */
import { isSafeLink, isSitePicture } from "./rich-text-address.ts";

/** Source: spec part 1, section 9. */
export const EDITOR_FONT_SIZES_PX = [8, 10, 12, 14, 18, 24, 36];

/** Limit for one text, tags included. */
export const RICH_TEXT_MAX_CHARACTERS = 100_000;

/** Allowed elements and their attributes; `style` is allowed on all of them. */
export const RICH_TEXT_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  p: [],
  div: [],
  span: [],
  br: [],
  hr: [],
  blockquote: [],
  pre: [],
  code: [],
  b: [],
  strong: [],
  i: [],
  em: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
  ul: [],
  ol: ["start"],
  li: [],
  table: [],
  caption: [],
  thead: [],
  tbody: [],
  tfoot: [],
  tr: [],
  th: ["colspan", "rowspan", "scope"],
  td: ["colspan", "rowspan"],
  a: ["href", "title"],
  img: ["src", "alt", "title", "width", "height"],
  figure: [],
  figcaption: [],
};

/** Elements removed with their contents; other disallowed elements are replaced by their contents. */
export const RICH_TEXT_DROPPED_WHOLE: readonly string[] = [
  "script",
  "style",
  "textarea",
  "option",
  "noscript",
  "template",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "title",
  "xmp",
];

const COLOUR = /^(#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)|[a-z]{3,20})$/i;

/** Allowed style properties and the pattern of their values. */
const RICH_TEXT_STYLES: Readonly<Record<string, RegExp>> = {
  "font-size": new RegExp(`^(${EDITOR_FONT_SIZES_PX.join("|")})px$`),
  color: COLOUR,
  "background-color": COLOUR,
  "text-align": /^(left|right|center|justify)$/,
  "text-decoration": /^(underline|line-through|none)$/,
  "font-weight": /^(bold|normal|[1-9]00)$/,
  "font-style": /^(italic|normal)$/,
};

const SMALL_NUMBER = /^\d{1,4}$/;

/** Patterns of attribute values; attributes that are not listed may have any text. */
const ATTRIBUTE_RULES: Readonly<Record<string, (value: string) => boolean>> = {
  href: isSafeLink,
  src: isSitePicture,
  start: (value) => SMALL_NUMBER.test(value),
  colspan: (value) => SMALL_NUMBER.test(value),
  rowspan: (value) => SMALL_NUMBER.test(value),
  width: (value) => SMALL_NUMBER.test(value),
  height: (value) => SMALL_NUMBER.test(value),
  scope: (value) => /^(row|col|rowgroup|colgroup)$/.test(value),
};

/** The allowed declarations of a style, in order; empty if there are none. */
export function allowedStyle(style: string): string {
  return style
    .split(";")
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":");
      const name = declaration.slice(0, colon).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      const isAllowed = colon > 0 && Object.hasOwn(RICH_TEXT_STYLES, name) && RICH_TEXT_STYLES[name]?.test(value);
      return isAllowed ? [`${name}: ${value}`] : [];
    })
    .join("; ");
}

/**
 * The allowed value of an attribute.
 *
 * @param element, attribute in lower case.
 * @returns null: the attribute is removed.
 */
export function allowedAttribute(element: string, attribute: string, value: string): string | null {
  const attributes = Object.hasOwn(RICH_TEXT_ELEMENTS, element) ? RICH_TEXT_ELEMENTS[element] : undefined;
  if (!attributes) return null;
  if (attribute === "style") return allowedStyle(value) || null;
  if (!attributes.includes(attribute)) return null;
  const rule = Object.hasOwn(ATTRIBUTE_RULES, attribute) ? ATTRIBUTE_RULES[attribute] : undefined;
  return !rule || rule(value) ? value : null;
}
