/**
 * Points given manually by a teacher; they override the automatic ones, which are kept.
 *
 * Source: issue 14, part 4 ("manual marks and a comment by the teacher"); spec part 1, section 5 (at most 2 decimals).
 */
import { isScore } from "../quiz/question-rules.ts";

export const COMMENT_MAX_CHARACTERS = 2_000;

/** Effective points; null: not scored. */
export interface AnswerPoints {
  readonly earnedHundredths: number | null;
  readonly maxHundredths: number | null;
  readonly isRight: boolean | null;
}

export interface MarkedAnswer {
  readonly points: AnswerPoints;
  /** Points of the automatic scoring; null: `points` are automatic. */
  readonly automatic: AnswerPoints | null;
}

/** Maximum that can be given. @param worthHundredths current score of the question, used where nothing was scored. */
export const maxHundredthsOf = ({ points, automatic }: MarkedAnswer, worthHundredths: number): number =>
  (automatic ?? points).maxHundredths ?? worthHundredths;

/** Whether the points are valid: 0 to the maximum, at most two decimals. */
export const isGivable = (score: number, maxHundredths: number): boolean =>
  isScore(String(score)) && Math.round(score * 100) <= maxHundredths;

/** @param earnedHundredths null: restore the automatic points. */
export function withMark(answer: MarkedAnswer, earnedHundredths: number | null, worthHundredths: number): MarkedAnswer {
  const automatic = answer.automatic ?? answer.points;
  if (earnedHundredths === null) return { points: automatic, automatic: null };
  const maxHundredths = maxHundredthsOf(answer, worthHundredths);
  return { points: { earnedHundredths, maxHundredths, isRight: earnedHundredths >= maxHundredths }, automatic };
}
