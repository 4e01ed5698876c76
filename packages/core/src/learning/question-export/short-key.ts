/** The key of a short-answer question, as other formats express it. */

const NUMBER = String.raw`[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE][+-]?\d+)?`;
const TOLERANT = new RegExp(`^(${NUMBER})\\s*(?:±|\\+/-|\\+-)\\s*(${NUMBER})\\s*(.*)$`);

export interface TolerantNumber {
  readonly value: number;
  readonly tolerance: number;
}

interface ShortKey {
  /** All alternatives as typed, without empty ones. */
  readonly alternatives: readonly string[];
  /** The alternatives as numbers; null if at least one is not a number with a tolerance. */
  readonly numbers: readonly TolerantNumber[] | null;
  /** Whether an alternative has a tolerance that other programs would read as text. */
  readonly hasTolerantText: boolean;
}

export function readShortKey(correctAnswer: string): ShortKey {
  const alternatives = correctAnswer
    .split("|")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const numbers = alternatives.map(numberOf);
  const isNumeric = numbers.length > 0 && numbers.every((one) => one !== null);
  return {
    alternatives,
    numbers: isNumeric ? numbers : null,
    hasTolerantText: !isNumeric && alternatives.some((text) => TOLERANT.test(text)),
  };
}

function numberOf(text: string): TolerantNumber | null {
  const [, value, tolerance, unit] = TOLERANT.exec(text) ?? [];
  if (value === undefined || tolerance === undefined || unit !== "") return null;
  return { value: Number(value.replace(",", ".")), tolerance: Math.abs(Number(tolerance.replace(",", "."))) };
}
