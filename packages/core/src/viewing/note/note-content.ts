/**
 * Validation and limits of notes.
 *
 * Source: spec part 2, section 5 ("Work group note content must be non-empty to add or update"); this project applies
 * the rule to private notes too.
 */

export const NOTE_MAX_CHARACTERS = 20_000;

/** The stored form: surrounding white space is removed. */
export const noteContentOf = (written: string): string => written.trim();

export function isNoteContent(written: string): boolean {
  const content = noteContentOf(written);
  return content !== "" && content.length <= NOTE_MAX_CHARACTERS;
}

/** Notes of one person, or of one work group, on one slide. Deleted ones do not count. Source: decision 0047. */
export const NOTES_MAX = 1_000;

/** Total text of these notes, in bytes of UTF-8, so that a list stays under 1 MB. */
export const NOTES_MAX_BYTES = 600_000;

/** Listed deleted notes, the most recent first. */
export const DELETED_NOTES_MAX = 200;
