/**
 * What a file says in words, fit to be kept and shown: a database takes no NUL and no half of a character, and nobody
 * reads megabytes.
 */

const MAX_CHARACTERS = 4000;
const MAX_PROPERTIES = 500;
const MAX_KEY_CHARACTERS = 200;

/** All that Unicode calls control but tab and line ends, and what turns the direction of the text around it. */
const UNSHOWN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const KEPT = new Set(["\t", "\n", "\r"]);

/** @param most characters; what comes after them is left out. */
export function fileText(text: string, most = MAX_CHARACTERS): string {
  // Cut before it is made well: a cut may part the halves of a character.
  const cut = text.slice(0, most).toWellFormed();
  return cut.replace(UNSHOWN, (character) => (KEPT.has(character) ? character : " "));
}

/** The first `MAX_PROPERTIES`. */
export function fileTexts(properties: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(properties).slice(0, MAX_PROPERTIES);
  return Object.fromEntries(kept.map(([key, value]) => [fileText(key, MAX_KEY_CHARACTERS), fileText(value)]));
}
