/** How well a name fits what was typed: its letters in their order, the better the more of them begin words or follow each other. */

/** Points of a letter that begins a word, and of one that follows the last one found. */
const BEGINS_WORD = 3;
const FOLLOWS = 2;
const FOUND = 1;
/** Points of the whole text found in one piece, more at the beginning. */
const IN_ONE_PIECE = 20;
const AT_BEGINNING = 10;

/** Without case and accents: é is e, Ü is u. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const isWordStart = (text: string, at: number): boolean => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "");

/** @returns null if it does not fit; else a number, the larger the better. Everything fits an empty text alike. */
export function fuzzyScore(typed: string, name: string): number | null {
  const [wanted, text] = [plain(typed).replace(/\s+/g, " ").trim(), plain(name)];
  if (wanted === "") return 0;
  const piece = text.indexOf(wanted);
  if (piece >= 0) {
    const place = piece === 0 ? AT_BEGINNING : isWordStart(text, piece) ? AT_BEGINNING / 2 : 0;
    return IN_ONE_PIECE + place + wanted.length * FOLLOWS - text.length / 1000;
  }
  let [score, from, last] = [0, 0, -2];
  for (const letter of wanted.replaceAll(" ", "")) {
    const at = text.indexOf(letter, from);
    if (at < 0) return null;
    score += isWordStart(text, at) ? BEGINS_WORD : at === last + 1 ? FOLLOWS : FOUND;
    [from, last] = [at + 1, at];
  }
  // Letters that are scattered over a long name say little.
  return score - text.length / 100;
}

/** Those that fit, the best first; of equals the order stays. */
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
