import { expect, it } from "vitest";
import { type QuestionAdvice, questionAdvice } from "./question-advice.ts";

const cases: [facility: number | null, index: number | null, advice: QuestionAdvice[]][] = [
  [50, 40, []],
  [30, 25, []],
  [70, 100, []],
  [29.9, 40, ["hard"]],
  [70.1, 24.9, ["easy", "weak"]],
  [50, -0.1, ["wrongWay"]],
  [10, 0, ["hard", "weak"]],
  [100, null, ["easy"]],
  [null, null, []],
];
for (const [facility, discriminationIndex, advice] of cases)
  it(`facility ${facility} and discrimination ${discriminationIndex}: ${advice.join(", ") || "nothing"}`, () =>
    expect(questionAdvice({ facility, discriminationIndex }, 10)).toEqual(advice));

it("gives no advice for fewer than ten attempts", () =>
  expect(questionAdvice({ facility: 5, discriminationIndex: -80 }, 9)).toEqual([]));
