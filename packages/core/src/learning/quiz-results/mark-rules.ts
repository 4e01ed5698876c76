/**
 * Points that a teacher gives for an answer, in place of the automatic ones, which stay known.
 *
 * Source: issue 14, part 4 ("manual marks and a comment by the teacher"); spec part 1, section 5 (at most 2 decimals).
 */
import { isScore } from "../quiz/question-rules.ts";

export const COMMENT_MAX_CHARACTERS = 2_000;

/** As they count; each null: not judged. */
export interface AnswerPoints {
  readonly earnedHundredths: number | null;
  readonly maxHundredths: number | null;
  readonly isRight: boolean | null;
}

export interface MarkedAnswer {
  readonly points: AnswerPoints;
  /** What the judging gave; null: these points are it. */
  readonly automatic: AnswerPoints | null;
}

/** The most that can be given. @param worthHundredths of the question as it is now: counts where nothing was judged. */
export const mostFor = ({ points, automatic }: MarkedAnswer, worthHundredths: number): number =>
  (automatic ?? points).maxHundredths ?? worthHundredths;

/** Whether the points can be given: from 0 to the most, with at most two decimals. */
export const isGivable = (score: number, mostHundredths: number): boolean =>
  isScore(String(score)) && Math.round(score * 100) <= mostHundredths;

/** @param earnedHundredths null: the automatic points count again. */
export function withMark(answer: MarkedAnswer, earnedHundredths: number | null, worthHundredths: number): MarkedAnswer {
  const automatic = answer.automatic ?? answer.points;
  if (earnedHundredths === null) return { points: automatic, automatic: null };
  const maxHundredths = mostFor(answer, worthHundredths);
  return { points: { earnedHundredths, maxHundredths, isRight: earnedHundredths >= maxHundredths }, automatic };
}
