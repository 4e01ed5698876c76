/** Texts that may be plain or formatted: those that were written before they could be formatted, or sent by a program. */

/** An element's beginning or end. */
const TAG = /<\/?[a-z][^<>]*>/i;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const isFormatted = (text: string): boolean => TAG.test(text);

/** @returns a formatted text as it is; of a plain one its paragraphs and lines, each character as it was typed. */
export function asRichText(text: string): string {
  if (text.trim() === "" || isFormatted(text)) return text;
  const markup = text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
  return markup
    .trim()
    .split(/(?:\r?\n[ \t]*){2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, "<br>")}</p>`)
    .join("");
}
