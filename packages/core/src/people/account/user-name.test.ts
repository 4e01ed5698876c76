import { expect, it } from "vitest";
import { isUserName, USER_NAME_MAX_CHARACTERS } from "./user-name.ts";

it.each(["ada", "a.lovelace", "st_2026-017", "7", "Jürgen", "ж1", "x".repeat(USER_NAME_MAX_CHARACTERS)])(
  "%s is a user name",
  (name) => {
    expect(isUserName(name)).toBe(true);
  },
);

it.each([
  "",
  "ada@example.org",
  "@ada",
  "ada lovelace",
  ".ada",
  "-",
  "<b>",
  "a\u0000",
  "a\u200bb",
  "x".repeat(USER_NAME_MAX_CHARACTERS + 1),
])("%j is not a user name", (name) => {
  expect(isUserName(name)).toBe(false);
});
