import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { messageIfInvalid } from "#platform/invalid-input.ts";
import { useCopyQuestions } from "./quiz-order.api.ts";
import { useUndoAdding } from "./useUndoAdding.ts";

/**
 * Copies questions within a quiz, and offers to remove the copies. @returns the number of copies; fewer than requested
 * if one failed, which was reported.
 */
export function useCopyHere() {
  const { t } = useTranslation();
  const made = useRef<number[]>([]);
  const copy = useCopyQuestions((ids) => void made.current.push(...ids));
  const offerUndo = useUndoAdding();
  return async (questions: readonly Pick<QuizQuestion, "id">[], parentIds: readonly number[]): Promise<number> => {
    made.current = [];
    try {
      await copy({ ids: questions.map(({ id }) => id), parentIds });
    } catch (error) {
      showProblem(messageIfInvalid(error, t("quiz.copyFailed")));
    }
    const count = made.current.length;
    if (count > 0) offerUndo(t("quiz.copied", { count }), made.current);
    return count;
  };
}
