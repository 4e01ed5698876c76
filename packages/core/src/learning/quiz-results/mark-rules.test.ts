import { describe, expect, it } from "vitest";
import { type AnswerPoints, isGivable, maxHundredthsOf, withMark } from "./mark-rules.ts";

const graded: AnswerPoints = { earnedHundredths: 50, maxHundredths: 200, isRight: false };
const ungraded: AnswerPoints = { earnedHundredths: null, maxHundredths: null, isRight: null };

describe("points given by a teacher", () => {
  it("replace the automatic ones, which are kept", () => {
    const marked = withMark({ points: graded, automatic: null }, 150, 999);
    expect(marked).toEqual({
      points: { earnedHundredths: 150, maxHundredths: 200, isRight: false },
      automatic: graded,
    });
    const again = withMark(marked, 200, 999);
    expect(again.points.isRight).toBe(true);
    expect(again.automatic).toEqual(graded);
  });

  it("can be withdrawn: the automatic grade is restored", () => {
    const marked = withMark({ points: graded, automatic: null }, 0, 999);
    expect(withMark(marked, null, 999)).toEqual({ points: graded, automatic: null });
  });

  it("count for a question without a key too, up to its maximum, until withdrawn", () => {
    const answer = { points: ungraded, automatic: null };
    expect(maxHundredthsOf(answer, 300)).toBe(300);
    const marked = withMark(answer, 125, 300);
    expect(marked.points).toEqual({ earnedHundredths: 125, maxHundredths: 300, isRight: false });
    expect(withMark(marked, null, 300).points).toEqual(ungraded);
  });

  it.each([
    [0, true],
    [1.25, true],
    [2, true],
    [2.01, false],
    [1.255, false],
    [-1, false],
    [Number.NaN, false],
  ])("giving %d of 2 points is possible: %s", (score, isPossible) => {
    expect(isGivable(score, 200)).toBe(isPossible);
  });
});
