import { TIMER_WARNINGS_S } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { expect, it } from "vitest";
import { clockText, passedWarning } from "./clock-text.ts";

const texts: [remainingS: number, text: string][] = [
  [0, "0:00"],
  [9, "0:09"],
  [65, "1:05"],
  [3_599, "59:59"],
  [3_600, "1:00:00"],
  [36_061, "10:01:01"],
];
for (const [remainingS, text] of texts)
  it(`${remainingS} s are ${text}`, () => expect(clockText(remainingS)).toBe(text));

it("warnings are due at five minutes and at one", () => {
  const at = (remainingS: number) => passedWarning(remainingS, TIMER_WARNINGS_S);
  expect([301, 300, 61, 60, 0].map(at)).toEqual([null, 300, 300, 60, 60]);
});
