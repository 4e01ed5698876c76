/**
 * Texts that may be plain or formatted: older ones, from before they could be formatted, and those sent by programs.
 */

/** Opening or closing tag. */
const TAG = /<\/?[a-z][^<>]*>/i;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const isFormatted = (text: string): boolean => TAG.test(text);

/** @returns formatted text unchanged; plain text as paragraphs and line breaks, with its characters escaped. */
export function asRichText(text: string): string {
  if (text.trim() === "" || isFormatted(text)) return text;
  const markup = text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
  return markup
    .trim()
    .split(/(?:\r?\n[ \t]*){2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, "<br>")}</p>`)
    .join("");
}
