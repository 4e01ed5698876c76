/** Effect of scoring an answer again after its key was corrected. Points given by a teacher are kept. */
import type { Verdict } from "../quiz-attempt/grade-answer.ts";
import type { AnswerPoints, MarkedAnswer } from "./mark-rules.ts";

const pointsOfVerdict = (verdict: Verdict | null): AnswerPoints => ({
  earnedHundredths: verdict?.earnedHundredths ?? null,
  maxHundredths: verdict?.maxHundredths ?? null,
  isRight: verdict?.isRight ?? null,
});

const isSame = (a: AnswerPoints, b: AnswerPoints): boolean =>
  a.earnedHundredths === b.earnedHundredths && a.maxHundredths === b.maxHundredths && a.isRight === b.isRight;

export interface Regraded {
  /** Automatic points before and after. */
  readonly before: AnswerPoints;
  readonly after: AnswerPoints;
  /** Change of the attempt's total; 0 where a teacher gave the points. */
  readonly earnedChange: number;
  readonly maxChange: number;
}

/** @returns null: no change. */
export function regraded({ points, automatic }: MarkedAnswer, verdict: Verdict | null): Regraded | null {
  const before = automatic ?? points;
  const after = pointsOfVerdict(verdict);
  if (isSame(before, after)) return null;
  const counts = automatic === null;
  const change = (of: (points: AnswerPoints) => number | null) => (counts ? (of(after) ?? 0) - (of(before) ?? 0) : 0);
  return {
    before,
    after,
    earnedChange: change(({ earnedHundredths }) => earnedHundredths),
    maxChange: change(({ maxHundredths }) => maxHundredths),
  };
}
