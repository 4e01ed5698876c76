/** Input and output of the editor: sanitized by the same tables as displayed and stored text. */
import { cleanRichText } from "./clean-rich-text.ts";

/**
 * Converts external markup (a paste, an old text) to the editor's format.
 *
 * @returns markup without elements, attributes and styles that are not in the allowlist.
 */
export function textForEditor(text: string): string {
  // Markup of office programs contains comments, and white space between its elements.
  return cleanRichText(text.replace(/<!--[\s\S]*?-->/g, ""));
}

/** @returns an empty text if there is only an empty paragraph. */
export function storedText(html: string): string {
  return /^(<p>(<br>)?<\/p>)*$/.test(html) ? "" : html;
}
