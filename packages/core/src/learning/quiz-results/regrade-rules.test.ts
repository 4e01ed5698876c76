import { describe, expect, it } from "vitest";
import type { AnswerPoints } from "./mark-rules.ts";
import { regraded } from "./regrade-rules.ts";

const wrong: AnswerPoints = { earnedHundredths: 0, maxHundredths: 200, isRight: false };
const right: AnswerPoints = { earnedHundredths: 200, maxHundredths: 200, isRight: true };
const verdict = { earnedHundredths: 200, maxHundredths: 200, isRight: true };

describe("grading again", () => {
  it("changes nothing if the points are unchanged", () => {
    expect(regraded({ points: right, automatic: null }, verdict)).toBeNull();
  });

  it("reports the change of the total", () => {
    expect(regraded({ points: wrong, automatic: null }, verdict)).toEqual({
      before: wrong,
      after: right,
      earnedChange: 200,
      maxChange: 0,
    });
    expect(regraded({ points: wrong, automatic: null }, { ...verdict, maxHundredths: 300 })?.maxChange).toBe(100);
  });

  it("removes the points if the key was removed, and grants them if a key was added", () => {
    expect(regraded({ points: right, automatic: null }, null)).toMatchObject({ earnedChange: -200, maxChange: -200 });
    const ungraded = { earnedHundredths: null, maxHundredths: null, isRight: null };
    expect(regraded({ points: ungraded, automatic: null }, verdict)).toMatchObject({
      earnedChange: 200,
      maxChange: 200,
    });
  });

  it("keeps points given by a teacher; only the automatic ones change", () => {
    const given = { earnedHundredths: 150, maxHundredths: 200, isRight: false };
    expect(regraded({ points: given, automatic: wrong }, verdict)).toEqual({
      before: wrong,
      after: right,
      earnedChange: 0,
      maxChange: 0,
    });
  });
});
