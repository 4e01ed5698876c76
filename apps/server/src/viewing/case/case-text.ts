/** The texts of a case as they are stored: formatted texts are sanitized (threat T-11), plain texts are unchanged. */
import { isFormatted } from "@parfocal/core/rich-text/plain-text.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";

export function storedCaseText(text: string): string {
  if (!isFormatted(text)) return text;
  const clean = sanitiseRichText(text);
  // Of elements that are not allowed only the text remains, with its entities: still a formatted text.
  return clean.trim() === "" || isFormatted(clean) ? clean : `<p>${clean}</p>`;
}
