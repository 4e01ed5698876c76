/** Converts answers between the form in which they are sent, with tokens, and the stored form, with IDs of options. */
import { AppError } from "@parfocal/core/errors.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { QuizAnswer, QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import type { GivenAnswer } from "@parfocal/core/quiz-attempt/given-answer.ts";
import { optionIdOf, optionToken, type TokenPurpose } from "./option-tokens.ts";

/** @throws AppError `invalid` if an option does not belong to the question, or a mark is invalid. */
export function storedAnswer(sent: QuizAnswerSent, seed: string, optionIds: readonly number[]): GivenAnswer {
  const idOf = (token: string, purpose: TokenPurpose): number => {
    const id = optionIdOf(seed, purpose, token, optionIds);
    if (id === undefined) throw changedQuestion("answer");
    return id;
  };
  switch (sent.questionType) {
    case "short-answer":
      return { type: "short-answer", text: sent.answer };
    case "multiple-choice":
      return { type: "multiple-choice", optionId: sent.answer === null ? null : idOf(sent.answer, "option") };
    case "multiple-answer":
      return {
        type: "multiple-answer",
        optionIds: [...new Set(sent.answer.map((token) => idOf(token, "option")))].sort((a, b) => a - b),
      };
    case "matching": {
      const pairs = new Map(sent.answer.map(({ left, right }) => [idOf(left, "left"), idOf(right, "right")]));
      return { type: "matching", pairs: [...pairs].map(([leftId, rightId]) => ({ leftId, rightId })) };
    }
    case "annotation":
      for (const wkt of sent.answer) assertMark(wkt);
      return { type: "annotation", marks: sent.answer };
  }
}

export const changedQuestion = (code: string): AppError =>
  new AppError("invalid", "This question has been changed or removed. Reload the page to see it as it is now.", {
    codes: [code],
  });

function assertMark(wkt: string): void {
  const parsed = parseWkt(wkt);
  if (!parsed.ok)
    throw new AppError("invalid", `A mark cannot be read: ${parsed.problem}`, { codes: ["answer.geometry"] });
}

/** @returns null: not answered. */
export function shownAnswer(answer: GivenAnswer | null, seed: string): QuizAnswer["answer"] {
  switch (answer?.type) {
    case undefined:
      return null;
    case "short-answer":
      return answer.text;
    case "multiple-choice":
      return answer.optionId === null ? null : optionToken(seed, "option", answer.optionId);
    case "multiple-answer":
      return answer.optionIds.map((id) => optionToken(seed, "option", id));
    case "matching":
      return answer.pairs.map(({ leftId, rightId }) => ({
        left: optionToken(seed, "left", leftId),
        right: optionToken(seed, "right", rightId),
      }));
    case "annotation":
      return [...answer.marks];
  }
}
