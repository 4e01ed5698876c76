import { expect, it } from "vitest";
import { BOOKMARK_TITLE_MAX_CHARACTERS, isTextbookNoteContent, TEXTBOOK_NOTE_MAX_CHARACTERS } from "./note-rules.ts";

it("a note needs a text, a bookmark does not; surrounding white space is ignored", () => {
  expect(isTextbookNoteContent("note", " \n ")).toBe(false);
  expect(isTextbookNoteContent("bookmark", "  ")).toBe(true);
  expect(isTextbookNoteContent("note", `${"x".repeat(TEXTBOOK_NOTE_MAX_CHARACTERS)}  `)).toBe(true);
  expect(isTextbookNoteContent("note", "x".repeat(TEXTBOOK_NOTE_MAX_CHARACTERS + 1))).toBe(false);
  expect(isTextbookNoteContent("bookmark", "x".repeat(BOOKMARK_TITLE_MAX_CHARACTERS + 1))).toBe(false);
});
