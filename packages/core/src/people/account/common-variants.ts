/**
 * Detects common variations of a common password: with a year, a row of digits or a sign before or after it, repeated,
 * or with digits instead of letters. Lists of leaked passwords contain few of twelve or more characters; most such
 * passwords are variations of this kind.
 *
 * Source: OWASP ASVS 5.0, 6.2.4 (at least the 3,000 most common passwords that fit the rules); decision 0097.
 */

/** Shorter words are part of too many good passwords. */
const WORD_MIN_CHARACTERS = 4;

const LETTER_OF: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const lettersOf = (text: string): string => [...text].map((one) => LETTER_OF[one] ?? one).join("");

const YEAR = /^(?:19|20)\d\d$/;
const SIGNS = /^[!?.,:;#*@$&+=_-]{0,3}$/;
/** Typical rows of digits after a word: ascending, descending, or constant. */
const STEPS: readonly number[] = [1, -1, 0];

function isRowOfDigits(digits: string): boolean {
  return STEPS.some((step) =>
    [...digits].every((digit, at) => at === 0 || (Number(digits[at - 1]) + step + 10) % 10 === Number(digit)),
  );
}

/** Easily guessed digits: none, up to two, a year, a row, or a repetition. */
function areCommonDigits(digits: string): boolean {
  if (digits.length <= 2 || YEAR.test(digits) || isRowOfDigits(digits)) return true;
  const half = digits.slice(0, digits.length / 2);
  return digits.length % 2 === 0 && digits === half + half && areCommonDigits(half);
}

/** Signs, digits and signs, each of them common. */
function isCommonAffix(affix: string): boolean {
  const [, before = "", digits = "", behind = ""] = /^(\D*)(\d*)(\D*)$/.exec(affix) ?? [];
  return before + digits + behind === affix && SIGNS.test(before) && SIGNS.test(behind) && areCommonDigits(digits);
}

/**
 * @param password in lower case.
 * @param isWord whether a text of any length is a common password or part of one.
 */
export function isCommonVariant(password: string, isWord: (text: string) => boolean): boolean {
  const [, before = "", middle = "", behind = ""] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(password) ?? [];
  if (middle === "") return isCommonAffix(password);
  if (!isCommonAffix(before) || !isCommonAffix(behind)) return false;
  const isCommon = (text: string) => text.length >= WORD_MIN_CHARACTERS && (isWord(text) || isWord(lettersOf(text)));
  return isRepeated(middle.replaceAll(/[\s_.-]/g, ""), isCommon);
}

/** Whether a text is one common word, possibly repeated. */
function isRepeated(text: string, isCommon: (text: string) => boolean): boolean {
  for (let length = text.length; length >= WORD_MIN_CHARACTERS; length -= 1) {
    const first = text.slice(0, length);
    if (text.length % length === 0 && first.repeat(text.length / length) === text && isCommon(first)) return true;
  }
  return false;
}
