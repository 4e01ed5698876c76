/** Where in a text stands what was looked for. Plain text goes in and comes out: nothing of it is ever HTML. */

export interface MarkedText {
  readonly text: string;
  readonly isMatch: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MARKS = /\p{M}+/gu;
const OTHER_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ß/g, "ss"],
  [/æ/g, "ae"],
  [/œ/g, "oe"],
  [/ø/g, "o"],
  [/ł/g, "l"],
];

/** As the index has it: small letters without accents. */
export function foldWord(word: string): string {
  const plain = word.normalize("NFKD").replace(MARKS, "").toLowerCase();
  return OTHER_LETTERS.reduce((folded, [letter, plainly]) => folded.replace(letter, plainly), plain);
}

const spellOut = (word: string): string =>
  word.normalize("NFC").replace(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize("NFD").charAt(0)}e`);

/** Whether a word of a text begins with one of these. @param beginnings folded. */
export function isFoundWord(word: string, beginnings: readonly string[]): boolean {
  const spellings = [foldWord(word), foldWord(spellOut(word))];
  return spellings.some((spelling) => beginnings.some((beginning) => spelling.startsWith(beginning)));
}

/** The whole text in parts. @param beginnings of words, folded. */
export function markText(text: string, beginnings: readonly string[]): MarkedText[] {
  const parts: MarkedText[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isFoundWord(word, beginnings)) continue;
    if (index > done) parts.push({ text: text.slice(done, index), isMatch: false });
    parts.push({ text: word, isMatch: true });
    done = index + word.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMatch: false });
  return parts;
}

/** How much stands before the first match. */
const LEAD_SHARE = 0.25;

/**
 * The part of a text around the first match, cut between words, with dots where it was cut.
 *
 * @returns empty if nothing of it was looked for.
 */
export function markExcerpt(text: string, beginnings: readonly string[], mostCharacters: number): MarkedText[] {
  const first = [...text.matchAll(WORD)].find(([word]) => isFoundWord(word, beginnings));
  if (!first) return [];
  const wished = Math.max(0, Math.min(first.index - mostCharacters * LEAD_SHARE, text.length - mostCharacters));
  const start = wished === 0 ? 0 : Math.min(first.index, nextBlank(text, wished));
  const end = start + mostCharacters >= text.length ? text.length : lastBlank(text, start + mostCharacters, first);
  const shown = text.slice(start, end).trim();
  return markText(`${start > 0 ? "… " : ""}${shown}${end < text.length ? " …" : ""}`, beginnings);
}

function nextBlank(text: string, from: number): number {
  const blank = text.indexOf(" ", from);
  return blank === -1 ? Math.floor(from) : blank + 1;
}

/** Not before the end of the match, however long that is. */
function lastBlank(text: string, to: number, { 0: word, index }: RegExpMatchArray): number {
  const matchEnd = (index ?? 0) + word.length;
  const blank = text.lastIndexOf(" ", to);
  return blank > matchEnd ? blank : Math.max(matchEnd, to);
}
