/** Queries of notes. Changes go through the outbox, whose responses are handled here. */
import {
  listDeletedNotes,
  listOwnNotes,
  listWorkGroupNotes,
  type Note,
  restoreNote,
} from "@parfocal/core/note/note.contract.ts";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import type { Outbox, OutboxEvent } from "#platform/outbox/outbox.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { NOTE_CHANNEL, noteFieldsOf, noteScopeOf } from "./note-outbox.ts";

const noteKeys = {
  ofImage: (imageId: number) => ["notes", imageId] as const,
  list: (imageId: number, workGroupId: number | null) => ["notes", imageId, workGroupId ?? "own"] as const,
  deleted: (imageId: number) => ["notes", imageId, "deleted"] as const,
};

/** Oldest first. @param workGroupId null: the user's own notes. */
export function useNotes(imageId: number, workGroupId: number | null) {
  return useQuery({
    queryKey: noteKeys.list(imageId, workGroupId),
    queryFn: ({ signal }) => {
      const id = String(imageId);
      if (workGroupId === null) return call(listOwnNotes, { params: { id } }, { signal });
      return call(listWorkGroupNotes, { params: { id, gid: String(workGroupId) } }, { signal });
    },
  });
}

export function useDeletedNotes(imageId: number) {
  return useQuery({
    queryKey: noteKeys.deleted(imageId),
    queryFn: ({ signal }) => call(listDeletedNotes, { params: { id: String(imageId) } }, { signal }),
    staleTime: 0,
  });
}

export function useRestoreNote(imageId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(restoreNote, { params: { id: String(id) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noteKeys.ofImage(imageId) }),
  });
}

/** Called before the outbox removes the entry; then all notes are refetched. */
function keepDelivered(queryClient: QueryClient, { entry, delivery }: Extract<OutboxEvent, { kind: "saved" }>): void {
  const { imageId, workGroupId } = noteFieldsOf(entry);
  const answer = delivery.answer as Note | null;
  queryClient.setQueryData<Note[]>(noteKeys.list(imageId, workGroupId), (notes) => {
    if (!notes) return notes;
    const others = notes.filter(({ id }) => id !== entry.subjectId && id !== answer?.id);
    if (!answer) return others;
    const wasThere = notes.some(({ id }) => id === answer.id);
    return wasThere ? notes.map((note) => (note.id === answer.id ? answer : note)) : [...others, answer];
  });
  void queryClient.invalidateQueries({ queryKey: noteKeys.ofImage(imageId) });
}

/**
 * Handles the results of changes to the notes of a slide, also while no notes are shown. A deletion can be undone
 * immediately.
 */
export function useNoteNews(imageId: number, outbox: Outbox | null): void {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate: restore } = useRestoreNote(imageId);
  useEffect(
    () =>
      outbox?.onEvent((event) => {
        const { entry } = event;
        if (entry.channel !== NOTE_CHANNEL || entry.scope !== noteScopeOf(imageId)) return;
        if (event.kind === "rejected") return showFailure(event.error);
        keepDelivered(queryClient, event);
        if (entry.action === "remove") showUndo(t("note.deleted"), t("note.undo"), () => restore(entry.subjectId));
        else showSuccess(t(entry.action === "create" ? "note.added" : "note.updated"));
      }),
    [outbox, imageId, queryClient, restore, t],
  );
}
