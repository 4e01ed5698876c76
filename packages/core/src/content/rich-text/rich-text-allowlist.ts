/**
 * What formatted text may hold: elements, attributes and styles of the editor, and nothing else. The server keeps no other
 * (on write), the browser shows no other (on render): both read these tables.
 *
 * Sources: reliability.md, threat T-11; spec part 1, section 9 (font sizes of the editor).
 */
import { isSafeLink, isSitePicture } from "./rich-text-address.ts";

/** Source: spec part 1, section 9. */
export const EDITOR_FONT_SIZES_PX = [8, 10, 12, 14, 18, 24, 36];

/** Of one text with its tags. */
export const RICH_TEXT_MAX_CHARACTERS = 100_000;

/** Element and the attributes that it may have, beside `style`. */
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

/** Elements whose contents go with them; of all others that are not allowed the text stays. */
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

/** Style property and what its value may be. */
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

/** Attribute and what its value may be; attributes that are not named here may say anything, as text. */
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

/** The declarations of a style that are allowed, in their order; empty: none is. */
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
 * What of an attribute stays.
 *
 * @param element, attribute in lower case.
 * @returns null: nothing.
 */
export function allowedAttribute(element: string, attribute: string, value: string): string | null {
  const attributes = Object.hasOwn(RICH_TEXT_ELEMENTS, element) ? RICH_TEXT_ELEMENTS[element] : undefined;
  if (!attributes) return null;
  if (attribute === "style") return allowedStyle(value) || null;
  if (!attributes.includes(attribute)) return null;
  const rule = Object.hasOwn(ATTRIBUTE_RULES, attribute) ? ATTRIBUTE_RULES[attribute] : undefined;
  return !rule || rule(value) ? value : null;
}
