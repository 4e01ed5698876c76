/** What goes into the editor and what comes out of it: cleaned by the same tables as what is shown and what is kept. */
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

/** @returns an empty text where nothing stands but an empty paragraph. */
export function storedText(html: string): string {
  return /^(<p>(<br>)?<\/p>)*$/.test(html) ? "" : html;
}
