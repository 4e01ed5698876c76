/**
 * Makes a file's texts safe to store and show: a database rejects NUL and unpaired surrogates, and very long texts are
 * useless.
 */

const MAX_CHARACTERS = 4000;
const MAX_PROPERTIES = 500;
const MAX_KEY_CHARACTERS = 200;

/** Control characters except tab and line ends, and characters that change the direction of the surrounding text. */
const UNSHOWN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const KEPT = new Set(["\t", "\n", "\r"]);

/** @param most maximum number of characters; the rest is omitted. */
export function fileText(text: string, most = MAX_CHARACTERS): string {
  // Cut before repairing: a cut may split a surrogate pair.
  const cut = text.slice(0, most).toWellFormed();
  return cut.replace(UNSHOWN, (character) => (KEPT.has(character) ? character : " "));
}

/** Keeps the first `MAX_PROPERTIES`. */
export function fileTexts(properties: Readonly<Record<string, string>>): Record<string, string> {
  const retained = Object.entries(properties).slice(0, MAX_PROPERTIES);
  return Object.fromEntries(retained.map(([key, value]) => [fileText(key, MAX_KEY_CHARACTERS), fileText(value)]));
}
