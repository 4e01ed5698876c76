/**
 * Advice from the statistics of a question. Rules of thumb, not verdicts.
 *
 * Source: field.md, 5.9 (facility 30 to 70 %, discrimination from 25).
 */
import { ATTEMPTS_FOR_STATISTICS, type QuestionStatistics } from "./item-statistics.ts";

const FACILITY_PERCENT = { min: 30, max: 70 } as const;
const MIN_DISCRIMINATION = 25;

/** `wrongWay`: people who did well otherwise failed here; its key or its wording may be wrong. */
export type QuestionAdvice = "hard" | "easy" | "weak" | "wrongWay";

/** @param attempts number of attempts in the statistics; with too few there is no advice. */
export function questionAdvice(
  { facility, discriminationIndex: index }: Pick<QuestionStatistics, "facility" | "discriminationIndex">,
  attempts: number,
): QuestionAdvice[] {
  if (attempts < ATTEMPTS_FOR_STATISTICS) return [];
  const advice: QuestionAdvice[] = [];
  if (index !== null && index < 0) advice.push("wrongWay");
  if (facility !== null && facility < FACILITY_PERCENT.min) advice.push("hard");
  if (facility !== null && facility > FACILITY_PERCENT.max) advice.push("easy");
  if (index !== null && index >= 0 && index < MIN_DISCRIMINATION) advice.push("weak");
  return advice;
}
