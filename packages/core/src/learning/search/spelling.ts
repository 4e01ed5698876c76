/** Suggests indexed words for a misspelled one. */

/** Shorter words are similar to too many others. */
const SHORTEST_TO_CORRECT = 4;
const LONG_WORD = 8;

/** Maximum number of typing errors. */
export function maxMistakes(word: string): number {
  if (word.length < SHORTEST_TO_CORRECT || /\d/.test(word)) return 0;
  return word.length < LONG_WORD ? 1 : 2;
}

/** Edit distance: insertion, deletion, substitution or transposition of neighbouring letters. */
export function countMistakes(first: string, second: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: second.length + 1 }, (_, column) => column);
  for (let row = 1; row <= first.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= second.length; column += 1) {
      const isSame = first[row - 1] === second[column - 1];
      const isSwapped =
        row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      now[column] = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = now;
  }
  return last[second.length] ?? 0;
}

/** Minimum distance to any prefix of a word, since typing may not be finished. */
function countMistakesToBeginning(typed: string, word: string): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (let length = typed.length - 1; length <= Math.min(word.length, typed.length + 1); length += 1)
    fewest = Math.min(fewest, countMistakes(typed, word.slice(0, length)));
  return fewest;
}

/** The indexed words within reach of a typed word, in index order. Both in the form that `findMeantWord` takes. */
export function wordsInReach(typed: string, words: readonly string[]): string[] {
  return words.filter((word) => findMeantWord(typed, [word]) !== null);
}

/**
 * The word with the fewest errors; of equal ones the first.
 *
 * @param typed folded: lower case without accents.
 * @param words folded indexed words, the most similar first.
 * @returns null: none is near enough.
 */
export function findMeantWord(typed: string, words: readonly string[]): string | null {
  const most = maxMistakes(typed);
  if (most === 0) return null;
  let best: { word: string; mistakes: number } | null = null;
  for (const word of words) {
    // A whole word is more likely than the prefix of a longer one.
    const mistakes = Math.min(countMistakes(typed, word), countMistakesToBeginning(typed, word) + 0.5);
    if (mistakes > most + 0.5 || mistakes === 0) continue;
    if (best === null || mistakes < best.mistakes) best = { word, mistakes };
  }
  return best && Math.floor(best.mistakes) <= most ? best.word : null;
}
