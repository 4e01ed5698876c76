/** Sends the note entries of the outbox to the server. */
import { AppError } from "@parfocal/core/errors.ts";
import { createNote, deleteNote, updateNote } from "@parfocal/core/note/note.contract.ts";
import { call } from "#platform/call.ts";
import type { Sender } from "#platform/outbox/outbox.ts";
import { noteFieldsOf } from "./note-outbox.ts";

export const sendNote: Sender = async (entry, signal) => {
  const { imageId, workGroupId, content } = noteFieldsOf(entry);
  const params = { id: String(entry.subjectId) };
  switch (entry.action) {
    case "create": {
      const body = { imageId, slideId: imageId, workGroupId, content };
      const answer = await call(createNote, { body }, { idempotencyKey: entry.key, signal });
      return { id: answer.id, answer };
    }
    case "update": {
      const answer = await call(updateNote, { params, body: { content } }, { signal });
      return { id: answer.id, answer };
    }
    case "remove":
      try {
        await call(deleteNote, { params }, { signal });
      } catch (error) {
        // A note that no longer exists was already deleted, possibly by an attempt whose response was lost.
        if (!(error instanceof AppError) || error.kind !== "notFound") throw error;
      }
      return { id: entry.subjectId, answer: null };
  }
};
