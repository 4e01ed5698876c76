import { expect, it } from "vitest";
import { isNoteContent, NOTE_MAX_CHARACTERS, noteContentOf } from "./note-content.ts";

const cases: [what: string, written: string, isKept: boolean][] = [
  ["nothing", "", false],
  ["blanks and line breaks", " \n\t ", false],
  ["one letter", "a", true],
  ["as much as there may be", "a".repeat(NOTE_MAX_CHARACTERS), true],
  ["as much as there may be, and blanks around it", ` ${"a".repeat(NOTE_MAX_CHARACTERS)}\n`, true],
  ["one letter too many", "a".repeat(NOTE_MAX_CHARACTERS + 1), false],
];
for (const [what, written, isKept] of cases) {
  it(`${what} is ${isKept ? "a" : "not a"} note`, () => expect(isNoteContent(written)).toBe(isKept));
}

it("inner line breaks are kept, surrounding white space is not", () =>
  expect(noteContentOf("\n first\n\nsecond  \n")).toBe("first\n\nsecond"));
