/** What a case is about, as it is kept: formatted texts cleaned (threat T-11), plain ones as they were typed. */
import { isFormatted } from "@parfocal/core/rich-text/plain-text.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";

export function keptCaseText(text: string): string {
  if (!isFormatted(text)) return text;
  const clean = sanitiseRichText(text);
  // Of what was no element of ours only words are left, with their entities: a formatted text still.
  return clean.trim() === "" || isFormatted(clean) ? clean : `<p>${clean}</p>`;
}
