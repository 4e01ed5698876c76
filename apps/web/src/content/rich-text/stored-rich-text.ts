/** Input and output of the editor: sanitised by the same tables as shown and stored text. */
import { cleanRichText } from "./clean-rich-text.ts";

/**
 * Markup from elsewhere (a paste, an old text) as the editor may have it.
 *
 * @returns without elements, attributes and styles that the allowlist does not know.
 */
export function textForEditor(text: string): string {
  // What a page of an office program brings along: comments, and the space between its elements.
  return cleanRichText(text.replace(/<!--[\s\S]*?-->/g, ""));
}

/** @returns an empty text if there is only an empty paragraph. */
export function storedText(html: string): string {
  return /^(<p>(<br>)?<\/p>)*$/.test(html) ? "" : html;
}
