import { expect, it } from "vitest";
import { subjectAccess } from "./subject-access.ts";

const quiz = { isAutoEvaluationEnabled: true, hideSubmittedQuestions: false };

it.each([
  ["not started", { ...quiz, state: null }, "none"],
  ["running", { ...quiz, state: "started" }, "pictures"],
  [
    "running, where submitted questions will be hidden",
    { ...quiz, state: "started", hideSubmittedQuestions: true },
    "pictures",
  ],
  ["submitted and evaluated", { ...quiz, state: "submitted" }, "words"],
  ["submitted and not evaluated", { ...quiz, state: "submitted", isAutoEvaluationEnabled: false }, "pictures"],
  ["submitted and hidden", { ...quiz, state: "submitted", hideSubmittedQuestions: true }, "none"],
] as const)("%s", (_name, facts, access) => {
  expect(subjectAccess(facts)).toBe(access);
});
