/**
 * Score of a name for typed text: its letters must occur in order; the score is higher the more of them start words or
 * are consecutive.
 */

/** Points of a letter that starts a word, and of one that follows the previous match. */
const BEGINS_WORD = 3;
const FOLLOWS = 2;
const FOUND = 1;
/** Points if the whole text is found consecutively; more at the start. */
const IN_ONE_PIECE = 20;
const AT_BEGINNING = 10;

/** Without case and accents: é becomes e, Ü becomes u. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const isWordStart = (text: string, at: number): boolean => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "");

/**
 * @returns null if it does not match; otherwise a score, higher is better. Everything matches an empty text equally.
 */
export function fuzzyScore(typed: string, name: string): number | null {
  const [pattern, text] = [plain(typed).replace(/\s+/g, " ").trim(), plain(name)];
  if (pattern === "") return 0;
  const piece = text.indexOf(pattern);
  if (piece >= 0) {
    const place = piece === 0 ? AT_BEGINNING : isWordStart(text, piece) ? AT_BEGINNING / 2 : 0;
    return IN_ONE_PIECE + place + pattern.length * FOLLOWS - text.length / 1000;
  }
  let [score, from, last] = [0, 0, -2];
  for (const letter of pattern.replaceAll(" ", "")) {
    const at = text.indexOf(letter, from);
    if (at < 0) return null;
    score += isWordStart(text, at) ? BEGINS_WORD : at === last + 1 ? FOLLOWS : FOUND;
    [from, last] = [at + 1, at];
  }
  // Letters scattered over a long name are a weak match.
  return score - text.length / 100;
}

/** Matches, best first; equal scores keep their order. */
export function bestMatches<Named extends { readonly title: string }>(
  typed: string,
  all: readonly Named[],
  most: number,
): Named[] {
  return all
    .flatMap((named) => {
      const score = fuzzyScore(typed, named.title);
      return score === null ? [] : [{ named, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ named }) => named);
}
