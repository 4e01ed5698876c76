import type { Note } from "@parfocal/core/note/note.contract.ts";
import type { AuthoredNote } from "./note.queries.ts";

export function presentNote(row: AuthoredNote, callerId: number): Note {
  return {
    id: row.id,
    content: row.content,
    imageId: row.image_id,
    slideId: row.image_id,
    workGroupId: row.work_group_id,
    isUserOwner: row.author_id === callerId,
    author: row.author,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
