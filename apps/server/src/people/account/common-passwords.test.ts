import { PASSWORD_MIN_CHARACTERS } from "@parfocal/core/account/password-rules.ts";
import { expect, it } from "vitest";
import { readCommonPasswords } from "./common-passwords.ts";
import { assertUsablePassword } from "./usable-password.ts";

const isRejected = (password: string) =>
  assertUsablePassword(password, []).then(
    () => false,
    () => true,
  );

/** ASVS 5.0, 6.2.4: at least the 3,000 most common passwords that match the rules. */
it("rejects more than 3,000 passwords of at least 12 characters: the listed ones and their variations", async () => {
  const words = [...(await readCommonPasswords())].filter((word) => /^[a-z]+$/.test(word)).slice(0, 1_000);
  const listed = [...(await readCommonPasswords())].filter((word) => word.length >= PASSWORD_MIN_CHARACTERS);
  const made = words
    .flatMap((word) => [`${word}2024`, `${word}123456`, `${word}${word}${word}`, `${word}12345678!`])
    .filter((word) => word.length >= PASSWORD_MIN_CHARACTERS && /^[a-z]{4}/.test(word));
  const unlisted = made.filter((word) => !listed.includes(word));
  let rejected = 0;
  for (const password of unlisted) if (await isRejected(password)) rejected += 1;
  expect(listed.length).toBeGreaterThan(300);
  expect(unlisted.length).toBeGreaterThan(2_700);
  expect(rejected).toBe(unlisted.length);
});

it("accepts passphrases", async () => {
  for (const password of ["the nephron of a newt", "correct horse battery staple", "Glomerulus-Liver-Kidney"])
    expect(await isRejected(password)).toBe(false);
});
