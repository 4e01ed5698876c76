/**
 * What a note must say to be kept.
 *
 * Source: spec part 2, section 5 ("Work group note content must be non-empty to add or update"); ours hold for own notes
 * too.
 */

export const NOTE_MAX_CHARACTERS = 20_000;

/** As it is kept: white space around it is nobody's note. */
export const noteContentOf = (written: string): string => written.trim();

export function isNoteContent(written: string): boolean {
  const content = noteContentOf(written);
  return content !== "" && content.length <= NOTE_MAX_CHARACTERS;
}
