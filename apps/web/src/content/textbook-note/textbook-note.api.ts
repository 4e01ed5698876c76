/** Queries and changes of the bookmarks and notes in a textbook, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  createTextbookNote,
  deleteTextbookNote,
  listTextbookNotes,
  restoreTextbookNote,
  type TextbookNote,
  updateTextbookNote,
} from "@parfocal/core/textbook-note/textbook-note.contract.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { showUndo } from "#ui/undo-toast.tsx";

const notesKey = (textbookId: number) => ["textbook-notes", textbookId] as const;

/** The user's own notes, by page. @param isEnabled false: nobody is signed in. */
export function useTextbookNotes(textbookId: number, isEnabled = true) {
  return useQuery({
    queryKey: notesKey(textbookId),
    queryFn: ({ signal }) => call(listTextbookNotes, { params: { id: textbookId } }, { signal }),
    enabled: isEnabled,
  });
}

export function useTextbookNoteActions(textbookId: number) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const keys = useIdempotencyKeys();
  const refresh = () => queryClient.invalidateQueries({ queryKey: notesKey(textbookId) });
  const paramsOf = (noteId: number) => ({ id: textbookId, noteId });

  async function restore(noteId: number): Promise<void> {
    try {
      await call(restoreTextbookNote, { params: paramsOf(noteId) });
      await refresh();
    } catch (error) {
      showFailure(error);
    }
  }

  return {
    refresh,
    /** @returns whether it was saved. */
    async create(body: BodyFor<typeof createTextbookNote>): Promise<boolean> {
      try {
        await call(createTextbookNote, { params: { id: textbookId }, body }, { idempotencyKey: keys.of(body) });
        keys.forget(body);
        showSuccess(t(`textbookNote.added_${body.kind}`));
        await refresh();
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      }
    },
    /** @throws AppError; `conflict` if another version is stored, which is listed after `refresh`. */
    async update(noteId: number, body: BodyFor<typeof updateTextbookNote>): Promise<void> {
      await call(updateTextbookNote, { params: paramsOf(noteId), body });
      await refresh();
    },
    async remove({ id, kind }: TextbookNote): Promise<void> {
      try {
        await call(deleteTextbookNote, { params: paramsOf(id) });
        await refresh();
        showUndo(t(`textbookNote.deleted_${kind}`), t("ui.undo"), () => void restore(id));
      } catch (error) {
        showFailure(error);
      }
    },
  };
}
export type TextbookNoteActions = ReturnType<typeof useTextbookNoteActions>;
