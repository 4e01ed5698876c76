import { insertNote, markNoteDeleted } from "#note/note.queries.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";
import type { TestSlide } from "./build-slide.ts";
import type { TestUser } from "./build-user.ts";

interface NoteOptions {
  readonly slide: TestSlide;
  readonly author: TestUser;
  readonly content?: string;
  /** Omitted: the author's own. */
  readonly workGroupId?: number;
  readonly isDeleted?: boolean;
}

/** @returns its ID. */
export function buildNote(
  site: TestSite,
  { slide, author, content = "Look at the macula densa", workGroupId, isDeleted = false }: NoteOptions,
): Promise<number> {
  return withSite(site.server.platform.database, site.id, async (db) => {
    const id = await insertNote(db, site.id, {
      imageId: slide.id,
      authorId: author.id,
      workGroupId: workGroupId ?? null,
      content,
    });
    if (isDeleted) await markNoteDeleted(db, site.id, id);
    return id;
  });
}
