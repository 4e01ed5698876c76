/** Limits of bookmarks and notes on the pages of a textbook. Source: decision 0089. */

export const TEXTBOOK_NOTE_KINDS = ["bookmark", "note"] as const;
export type TextbookNoteKind = (typeof TEXTBOOK_NOTE_KINDS)[number];

export const TEXTBOOK_NOTE_MAX_CHARACTERS = 20_000;
export const BOOKMARK_TITLE_MAX_CHARACTERS = 120;

/** Bookmarks and notes of one person in one textbook; deleted ones do not count. */
export const TEXTBOOK_NOTES_MAX = 1_000;
/** Total text of them in bytes of UTF-8, so that a list stays under 1 MB. */
export const TEXTBOOK_NOTES_MAX_BYTES = 600_000;

/** Deleted ones can be restored for this long. */
export const TEXTBOOK_NOTE_RESTORE_DAYS = 30;

/** A note needs a text; a bookmark's title is optional. Surrounding white space does not count. */
export function isTextbookNoteContent(kind: TextbookNoteKind, content: string): boolean {
  const { length } = content.trim();
  return kind === "note"
    ? length > 0 && length <= TEXTBOOK_NOTE_MAX_CHARACTERS
    : length <= BOOKMARK_TITLE_MAX_CHARACTERS;
}
