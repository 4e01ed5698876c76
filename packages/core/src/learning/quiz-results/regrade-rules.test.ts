import { describe, expect, it } from "vitest";
import type { AnswerPoints } from "./mark-rules.ts";
import { regraded } from "./regrade-rules.ts";

const wrong: AnswerPoints = { earnedHundredths: 0, maxHundredths: 200, isRight: false };
const right: AnswerPoints = { earnedHundredths: 200, maxHundredths: 200, isRight: true };
const verdict = { earnedHundredths: 200, maxHundredths: 200, isRight: true };

describe("grading again", () => {
  it("changes nothing where the points are as before", () => {
    expect(regraded({ points: right, automatic: null }, verdict)).toBeNull();
  });

  it("says by how much the sum changes", () => {
    expect(regraded({ points: wrong, automatic: null }, verdict)).toEqual({
      before: wrong,
      after: right,
      earnedChange: 200,
      maxChange: 0,
    });
    expect(regraded({ points: wrong, automatic: null }, { ...verdict, maxHundredths: 300 })?.maxChange).toBe(100);
  });

  it("takes the points away where there is no key any more, and gives them where there is one now", () => {
    expect(regraded({ points: right, automatic: null }, null)).toMatchObject({ earnedChange: -200, maxChange: -200 });
    const ungraded = { earnedHundredths: null, maxHundredths: null, isRight: null };
    expect(regraded({ points: ungraded, automatic: null }, verdict)).toMatchObject({
      earnedChange: 200,
      maxChange: 200,
    });
  });

  it("leaves points of a teacher as they are: only the automatic ones behind them change", () => {
    const given = { earnedHundredths: 150, maxHundredths: 200, isRight: false };
    expect(regraded({ points: given, automatic: wrong }, verdict)).toEqual({
      before: wrong,
      after: right,
      earnedChange: 0,
      maxChange: 0,
    });
  });
});
