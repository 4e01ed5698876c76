/**
 * Passwords that are made of a common one as many people do it: with a year, a row of digits or a sign before or behind it,
 * twice in a row, with digits in place of letters. Lists of leaked passwords hold few of twelve characters and more; these are
 * what such passwords are mostly made of.
 *
 * Source: OWASP ASVS 5.0, 6.2.4 (at least the 3,000 most common passwords that fit the rules); decision 0097.
 */

/** Shorter words are in too many good passwords. */
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
/** What people put behind a word: each digit the next one, one before, or the same. */
const STEPS: readonly number[] = [1, -1, 0];

function isRowOfDigits(digits: string): boolean {
  return STEPS.some((step) =>
    [...digits].every((digit, at) => at === 0 || (Number(digits[at - 1]) + step + 10) % 10 === Number(digit)),
  );
}

/** Digits that nobody has to guess: none, up to two, a year, a row, or the same ones again. */
function areCommonDigits(digits: string): boolean {
  if (digits.length <= 2 || YEAR.test(digits) || isRowOfDigits(digits)) return true;
  const half = digits.slice(0, digits.length / 2);
  return digits.length % 2 === 0 && digits === half + half && areCommonDigits(half);
}

/** Signs, digits and signs: each of them common. */
function isCommonAffix(affix: string): boolean {
  const [, before = "", digits = "", behind = ""] = /^(\D*)(\d*)(\D*)$/.exec(affix) ?? [];
  return before + digits + behind === affix && SIGNS.test(before) && SIGNS.test(behind) && areCommonDigits(digits);
}

/**
 * @param password in lower case.
 * @param isWord whether a text is a common password or one of its parts, of any length.
 */
export function isCommonVariant(password: string, isWord: (text: string) => boolean): boolean {
  const [, before = "", middle = "", behind = ""] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(password) ?? [];
  if (middle === "") return isCommonAffix(password);
  if (!isCommonAffix(before) || !isCommonAffix(behind)) return false;
  const isCommon = (text: string) => text.length >= WORD_MIN_CHARACTERS && (isWord(text) || isWord(lettersOf(text)));
  return isRepeated(middle.replaceAll(/[\s_.-]/g, ""), isCommon);
}

/** Whether a text is one common word, once or several times. */
function isRepeated(text: string, isCommon: (text: string) => boolean): boolean {
  for (let length = text.length; length >= WORD_MIN_CHARACTERS; length -= 1) {
    const first = text.slice(0, length);
    if (text.length % length === 0 && first.repeat(text.length / length) === text && isCommon(first)) return true;
  }
  return false;
}
