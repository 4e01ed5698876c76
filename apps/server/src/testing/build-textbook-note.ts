/** Marks of teachers, and bookmarks and notes of readers, on the pages of a textbook; created without a call. */
import type { MarkView } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import type { TextbookNoteKind } from "@parfocal/core/textbook-note/note-rules.ts";
import { withSite } from "#platform/db/database.ts";
import { insertMark, markMarkDeleted } from "#textbook-mark/textbook-mark.queries.ts";
import { insertNote, markNoteDeleted } from "#textbook-note/textbook-note.queries.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

interface MarkOptions {
  readonly textbookId: number;
  /** Omitted: the mark leads to the first page. */
  readonly targetId?: number;
  /** View of the target slide; omitted: its opening view. */
  readonly view?: MarkView;
  readonly label?: string;
  readonly isDeleted?: boolean;
}

/** @returns its ID. */
export function buildTextbookMark(
  site: TestSite,
  { textbookId, targetId, view, label = "Figure 1", isDeleted = false }: MarkOptions,
): Promise<number> {
  return withSite(site.server.platform.database, site.id, async (db) => {
    const { id } = await insertMark(db, site.id, textbookId, {
      ...{ page_index: 0, area_left: 0.1, area_top: 0.2, area_width: 0.3, area_height: 0.1, label },
      target_view: view ? JSON.stringify(view) : null,
      target_item_id: targetId ?? null,
      target_page_index: targetId === undefined ? 0 : null,
      is_page_of_textbook: targetId === undefined,
    });
    if (isDeleted) await markMarkDeleted(db, site.id, { textbookId, markId: id });
    return id;
  });
}

interface NoteOptions {
  readonly textbookId: number;
  readonly author: TestUser;
  readonly kind?: TextbookNoteKind;
  readonly pageIndex?: number;
  readonly content?: string;
  readonly isDeleted?: boolean;
}

/** @returns its ID. */
export function buildTextbookNote(
  site: TestSite,
  {
    textbookId,
    author,
    kind = "note",
    pageIndex = 0,
    content = "Compare with the slide",
    isDeleted = false,
  }: NoteOptions,
): Promise<number> {
  return withSite(site.server.platform.database, site.id, async (db) => {
    const note = await insertNote(db, site.id, { textbookId, authorId: author.id }, { kind, pageIndex, content });
    if (!note) throw new Error("The page has a bookmark of this reader");
    if (isDeleted) await markNoteDeleted(db, site.id, note.id);
    return note.id;
  });
}
