import { expect, it } from "vitest";
import { EMAIL_MAX_CHARACTERS, isEmailAddress } from "./email-address.ts";

const longest = `${"a".repeat(EMAIL_MAX_CHARACTERS - "@example.org".length)}@example.org`;

const cases: [text: string, isAddress: boolean][] = [
  ["lea@example.org", true],
  ["lea.o'hara+slides@mail.example.org", true],
  ["l@ex-ample.museum", true],
  [longest, true],
  [`a${longest}`, false],
  ["", false],
  ["lea", false],
  ["lea@", false],
  ["@example.org", false],
  ["lea@example", false],
  ["lea@example.o", false],
  ["lea@-example.org", false],
  ["lea@example..org", false],
  ["lea@example.org ", false],
  ["lea@example.org, leo@example.org", false],
  ["lea@exämple.org", false],
];
for (const [text, isAddress] of cases) {
  it(`"${text.slice(0, 40)}" (${text.length} characters) is ${isAddress ? "an" : "not an"} email address`, () =>
    expect(isEmailAddress(text)).toBe(isAddress));
}
