import { AppError } from "@parfocal/core/errors.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { useCopyQuestions } from "./quiz-order.api.ts";
import { useUndoAdding } from "./useUndoAdding.ts";

/** Copies questions within a quiz, and offers to remove the copies. @returns whether all were copied. */
export function useCopyHere() {
  const { t } = useTranslation();
  const made = useRef<number[]>([]);
  const copy = useCopyQuestions((ids) => void made.current.push(...ids));
  const offerUndo = useUndoAdding();
  return async (questions: readonly Pick<QuizQuestion, "id">[], parentIds: readonly number[]): Promise<boolean> => {
    made.current = [];
    try {
      await copy({ ids: questions.map(({ id }) => id), parentIds });
      return true;
    } catch (error) {
      showProblem(error instanceof AppError && error.kind === "invalid" ? error.message : t("quiz.copyFailed"));
      return false;
    } finally {
      if (made.current.length > 0) offerUndo(t("quiz.copied", { count: made.current.length }), made.current);
    }
  };
}
