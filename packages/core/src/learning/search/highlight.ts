/** Marks the search terms in a text. Input and output are plain text, never HTML. */

interface MarkedText {
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

/** As in the index: lower case without accents. */
function foldWord(word: string): string {
  const plain = word.normalize("NFKD").replace(MARKS, "").toLowerCase();
  return OTHER_LETTERS.reduce((folded, [letter, plainly]) => folded.replace(letter, plainly), plain);
}

const spellOut = (word: string): string =>
  word.normalize("NFC").replace(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize("NFD").charAt(0)}e`);

/** Whether a word begins with one of the search terms. @param beginnings folded. */
function isFoundWord(word: string, beginnings: readonly string[]): boolean {
  const spellings = [foldWord(word), foldWord(spellOut(word))];
  return spellings.some((spelling) => beginnings.some((beginning) => spelling.startsWith(beginning)));
}

/** The whole text, split at matches. @param beginnings folded starts of words. */
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

/** Share of the excerpt before the first match. */
const LEAD_SHARE = 0.25;

/**
 * The part of a text around the first match, cut between words, with an ellipsis where it was cut.
 *
 * @returns empty if there is no match.
 */
export function markExcerpt(text: string, beginnings: readonly string[], maxCharacters: number): MarkedText[] {
  const first = [...text.matchAll(WORD)].find(([word]) => isFoundWord(word, beginnings));
  if (!first) return [];
  const preferred = Math.max(0, Math.min(first.index - maxCharacters * LEAD_SHARE, text.length - maxCharacters));
  const start = preferred === 0 ? 0 : Math.min(first.index, nextBlank(text, preferred));
  const end = start + maxCharacters >= text.length ? text.length : lastBlank(text, start + maxCharacters, first);
  const shown = text.slice(start, end).trim();
  return markText(`${start > 0 ? "… " : ""}${shown}${end < text.length ? " …" : ""}`, beginnings);
}

function nextBlank(text: string, from: number): number {
  const blank = text.indexOf(" ", from);
  return blank === -1 ? Math.floor(from) : blank + 1;
}

/** Never before the end of the match, even if that exceeds the length. */
function lastBlank(text: string, to: number, { 0: word, index }: RegExpMatchArray): number {
  const matchEnd = (index ?? 0) + word.length;
  const blank = text.lastIndexOf(" ", to);
  return blank > matchEnd ? blank : Math.max(matchEnd, to);
}
