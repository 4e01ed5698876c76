/**
 * Scores short answers.
 *
 * Source: spec decisions, "Quizzes", "Evaluation": after trimming, case folding and Unicode normalisation, alternatives
 * separated by `|`. An alternative may be a number with a tolerance, followed by a unit: `12.5 ± 0.5 µm`.
 */

const NUMBER = String.raw`[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:e[+-]?\d+)?`;
const WITH_TOLERANCE = new RegExp(`^(${NUMBER})\\s*(?:±|\\+/-|\\+-)\\s*(${NUMBER})\\s*(.*)$`);
const QUANTITY = new RegExp(`^(${NUMBER})\\s*(.*)$`);
/** Maximum difference of decimal numbers that are equal in writing. */
const ROUNDING = 1e-9;

/** Normalizes a text for comparison: NFKC, case folded, runs of white space as one space. */
export function foldedAnswer(text: string): string {
  return text.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").replace(/\s+/gu, " ").trim();
}

/** The alternatives of a key, without empty ones. */
export const alternativesOf = (correctAnswer: string): string[] =>
  correctAnswer.split("|").map(foldedAnswer).filter(Boolean);

/** An empty answer is never correct; without a key no answer is. */
export function isShortAnswerRight(answer: string, correctAnswer: string): boolean {
  const given = foldedAnswer(answer);
  if (given === "") return false;
  return alternativesOf(correctAnswer).some((key) => key === given || isWithinTolerance(given, key));
}

function isWithinTolerance(given: string, key: string): boolean {
  const [, value, tolerance, unit] = WITH_TOLERANCE.exec(key) ?? [];
  const [, number, givenUnit] = QUANTITY.exec(given) ?? [];
  if (value === undefined || tolerance === undefined || number === undefined) return false;
  if (unit !== givenUnit) return false;
  const expected = numberOf(value);
  const slack = ROUNDING * Math.max(1, Math.abs(expected));
  return Math.abs(numberOf(number) - expected) <= Math.abs(numberOf(tolerance)) + slack;
}

const numberOf = (text: string): number => Number(text.replace(",", "."));
