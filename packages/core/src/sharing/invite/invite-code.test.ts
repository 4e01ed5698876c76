import { expect, it } from "vitest";
import {
  encodeInviteCode,
  formatInviteCode,
  INVITE_CODE_BYTES,
  INVITE_CODE_CHARACTERS,
  readInviteCode,
} from "./invite-code.ts";

const bytes = Uint8Array.from({ length: INVITE_CODE_BYTES }, (_, index) => (index * 67 + 11) % 256);
const code = encodeInviteCode(bytes);

it("a code encodes 100 bits: each of them changes it", () => {
  const codes = Array.from({ length: 100 }, (_, bit) => {
    const changed = Uint8Array.from(bytes);
    changed[Math.floor(bit / 8)] = (changed[Math.floor(bit / 8)] ?? 0) ^ (128 >> (bit % 8));
    return encodeInviteCode(changed);
  });
  expect(new Set([code, ...codes]).size).toBe(101);
  for (const one of codes) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/);
});

it("is shown in four groups of five", () => {
  expect(formatInviteCode("ABCDEFGHJKMNPQRSTVWX")).toBe("ABCDE-FGHJK-MNPQR-STVWX");
});

const readings: [how: string, typed: string][] = [
  ["as displayed", "A0CDE-FGH1K-MNPQR-STVWX"],
  ["without hyphens", "A0CDEFGH1KMNPQRSTVWX"],
  ["in lower case", "a0cde-fgh1k-mnpqr-stvwx"],
  ["with spaces in and around it", "  A0CDE FGH1K\tMNPQR STVWX "],
  ["with other dashes", "A0CDE–FGH1K—MNPQR‑STVWX"],
  ["with O for 0 and l for 1", "AOCDE-FGHlK-MNPQR-STVWX"],
  ["with o for 0 and I for 1", "AoCDE-FGHIK-MNPQR-STVWX"],
];
for (const [how, typed] of readings) {
  it(`is read ${how}`, () => expect(readInviteCode(typed)).toBe("A0CDEFGH1KMNPQRSTVWX"));
}

for (const typed of [
  "",
  "A0CDE",
  `${"A".repeat(INVITE_CODE_CHARACTERS)}A`,
  "A0CDE-FGHUK-MNPQR-STVWX",
  "ÀÁCDE-FGHKK-MNPQR-STVWX",
]) {
  it(`“${typed}” is not a code`, () => expect(readInviteCode(typed)).toBeNull());
}
