import { expect, it } from "vitest";
import { parseMailbox } from "./mailbox.ts";

const rows: [text: string, expected: ReturnType<typeof parseMailbox>][] = [
  ["slides@example.edu", { name: "", address: "slides@example.edu" }],
  ["Anatomy <slides@example.edu>", { name: "Anatomy", address: "slides@example.edu" }],
  ['"Anatomy, Graz" <slides@example.edu>', { name: "Anatomy, Graz", address: "slides@example.edu" }],
  ["<slides@example.edu>", { name: "", address: "slides@example.edu" }],
  ["Anatomy", null],
  ["Anatomy <slides>", null],
  ["Anatomy\r\nBcc: all@example.edu <slides@example.edu>", null],
  ["a@example.edu, b@example.edu", null],
];
for (const [text, expected] of rows) {
  it(`${JSON.stringify(text)} is ${expected ? "a sender" : "rejected"}`, () => {
    expect(parseMailbox(text)).toEqual(expected);
  });
}
