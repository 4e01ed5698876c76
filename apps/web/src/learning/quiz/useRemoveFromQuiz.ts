import { useTranslation } from "react-i18next";
import { mutateAlways } from "#platform/mutate-always.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { type RemovableKind, useDeleteQuizItem, useRestoreQuizItem } from "./quiz.api.ts";

/** Removes an entry from a quiz, with undo. */
export function useRemoveFromQuiz(quizId: number) {
  const { t } = useTranslation();
  const remove = useDeleteQuizItem(quizId);
  const restore = useRestoreQuizItem();
  return ({ type, id, title }: { type: RemovableKind; id: number; title: string }): void =>
    mutateAlways(
      remove,
      { type, id },
      {
        onSuccess: ({ binId }) => showUndo(t("quiz.removed", { title }), t("quiz.undo"), () => restore.mutate(binId)),
      },
    );
}
