import { expect, it } from "vitest";
import { isNoteContent, NOTE_MAX_CHARACTERS, noteContentOf } from "./note-content.ts";

const cases: [what: string, written: string, isAccepted: boolean][] = [
  ["nothing", "", false],
  ["spaces and line breaks", " \n\t ", false],
  ["one letter", "a", true],
  ["the maximum length", "a".repeat(NOTE_MAX_CHARACTERS), true],
  ["the maximum length with surrounding spaces", ` ${"a".repeat(NOTE_MAX_CHARACTERS)}\n`, true],
  ["one character too many", "a".repeat(NOTE_MAX_CHARACTERS + 1), false],
];
for (const [what, written, isAccepted] of cases) {
  it(`${what} is ${isAccepted ? "a" : "not a"} note`, () => expect(isNoteContent(written)).toBe(isAccepted));
}

it("inner line breaks are kept, surrounding white space is not", () =>
  expect(noteContentOf("\n first\n\nsecond  \n")).toBe("first\n\nsecond"));
