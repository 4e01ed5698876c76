/** Queries and changes of the marks of a textbook, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import type { PageArea } from "@parfocal/core/textbook-mark/page-area.ts";
import {
  createTextbookMark,
  deleteTextbookMark,
  listTextbookMarks,
  restoreTextbookMark,
  type TextbookMark,
  updateTextbookMark,
} from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { showUndo } from "#ui/undo-toast.tsx";

const marksKey = (textbookId: number) => ["textbook-marks", textbookId] as const;

/** By page, from top to bottom. */
export function useTextbookMarks(textbookId: number) {
  return useQuery({
    queryKey: marksKey(textbookId),
    queryFn: ({ signal }) => call(listTextbookMarks, { params: { id: textbookId } }, { signal }),
  });
}

export function useMarkActions(textbookId: number) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const keys = useIdempotencyKeys();
  const queryKey = marksKey(textbookId);
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const paramsOf = (markId: number) => ({ id: textbookId, markId });

  async function restore(markId: number): Promise<void> {
    try {
      await call(restoreTextbookMark, { params: paramsOf(markId) });
      await refresh();
    } catch (error) {
      showFailure(error);
    }
  }

  return {
    /** @throws AppError */
    async create(body: BodyFor<typeof createTextbookMark>): Promise<void> {
      await call(createTextbookMark, { params: { id: textbookId }, body }, { idempotencyKey: keys.of(body) });
      keys.forget(body);
      showSuccess(t("textbookMark.added"));
      await refresh();
    },
    /** @throws AppError */
    async update(markId: number, body: BodyFor<typeof updateTextbookMark>): Promise<void> {
      await call(updateTextbookMark, { params: paramsOf(markId), body });
      showSuccess(t("textbookMark.updated"));
      await refresh();
    },
    /** Moved optimistically; reverted if it cannot be saved. */
    async move(markId: number, area: PageArea): Promise<void> {
      queryClient.setQueryData<TextbookMark[]>(queryKey, (marks) =>
        marks?.map((mark) => (mark.id === markId ? { ...mark, area } : mark)),
      );
      try {
        await call(updateTextbookMark, { params: paramsOf(markId), body: { area } });
      } catch (error) {
        showFailure(error);
        await refresh();
      }
    },
    async remove(markId: number): Promise<void> {
      try {
        await call(deleteTextbookMark, { params: paramsOf(markId) });
        await refresh();
        showUndo(t("textbookMark.deleted"), t("ui.undo"), () => void restore(markId));
      } catch (error) {
        showFailure(error);
      }
    },
  };
}
