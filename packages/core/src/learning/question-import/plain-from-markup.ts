import type { SourceText } from "./source-question.ts";

/**
 * The named characters most frequent in exports; others are kept as they are. Source: HTML, "Named character
 * references".
 */
export const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  micro: "µ",
  plusmn: "±",
  deg: "°",
  times: "×",
  minus: "−",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  alpha: "α",
  beta: "β",
  gamma: "γ",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
};
const MAX_CODE_POINT = 0x10ffff;

/** One line without markup. */
export function plainOf({ text, format }: SourceText): string {
  const words = format === "html" ? decoded(text.replace(/<(?:\/?[a-z][^<>]*|!--[^<>]*--)>/gi, " ")) : text;
  return words.replace(/\s+/g, " ").trim();
}

/** Formatted text, not sanitized. Plain text is escaped. */
export const markupOf = ({ text, format }: SourceText): string =>
  format === "html" || text.trim() === "" ? text : `<p>${escaped(text.trim()).replace(/\n/g, "<br>")}</p>`;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** For HTML and XML, including attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Decodes the character references of HTML text. */
export function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,10}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED_CHARACTERS, name) ? NAMED_CHARACTERS[name]! : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
