/**
 * What a note must say to be kept.
 *
 * Source: spec part 2, section 5 ("Work group note content must be non-empty to add or update"); ours hold for own notes
 * too.
 */

export const NOTE_MAX_CHARACTERS = 20_000;

/** The stored form: surrounding white space is removed. */
export const noteContentOf = (written: string): string => written.trim();

export function isNoteContent(written: string): boolean {
  const content = noteContentOf(written);
  return content !== "" && content.length <= NOTE_MAX_CHARACTERS;
}

/**
 * Most notes of one person on one slide, and most of one work group on one slide. Deleted ones do not count. Source: decision
 * 0047.
 */
export const NOTES_MAX = 1_000;

/** Most text that they contain together, in bytes of UTF-8: a list of them stays under 1 MB. */
export const NOTES_MAX_BYTES = 600_000;

/** Most deleted notes in the list of those that can be restored: the last ones. */
export const DELETED_NOTES_MAX = 200;
