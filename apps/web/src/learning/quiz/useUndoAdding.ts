import { useTranslation } from "react-i18next";
import { useRemoveMedia } from "#media/media.api.ts";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { useDeleteQuestions } from "./quiz-order.api.ts";

/**
 * Reports what was added to a quiz, and offers to remove it.
 *
 * @returns a function of the text, the IDs of the questions, and those of the media files added with them.
 */
export function useUndoAdding(): (text: string, ids: readonly number[], mediaIds?: readonly number[]) => void {
  const { t } = useTranslation();
  const remove = useDeleteQuestions();
  const { mutateAsync: removeMedia } = useRemoveMedia();
  async function undo(ids: readonly number[], mediaIds: readonly number[]): Promise<void> {
    await remove(ids);
    if (mediaIds.length === 0) return;
    const { failure } = await removeMedia(mediaIds);
    if (failure) throw failure;
  }
  return (text, ids, mediaIds = []) =>
    showUndo(
      text,
      t("quiz.undo"),
      () =>
        void undo(ids, mediaIds).then(
          () => showSuccess(t("quiz.addingUndone", { count: ids.length })),
          () => showProblem(t("quiz.undoFailed")),
        ),
    );
}
