import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { useDeleteQuestions } from "./quiz-order.api.ts";

/** Says what was added to a quiz, and offers to remove it. @returns takes that text and the ids of the questions. */
export function useUndoAdding(): (text: string, ids: readonly number[]) => void {
  const { t } = useTranslation();
  const remove = useDeleteQuestions();
  return (text, ids) =>
    showUndo(
      text,
      t("quiz.undo"),
      () =>
        void remove(ids).then(
          () => showSuccess(t("quiz.addingUndone", { count: ids.length })),
          () => showProblem(t("quiz.undoFailed")),
        ),
    );
}
