import { problemOfPassword } from "@parfocal/core/account/password-rules.ts";
import { expect, it } from "vitest";
import { suggestPassword } from "./suggest-password.ts";

it("suggests valid passwords, all different", () => {
  const passwords = Array.from({ length: 200 }, suggestPassword);
  expect(new Set(passwords).size).toBe(200);
  for (const password of passwords) {
    expect(password).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
    expect(problemOfPassword(password, { currentPassword: "", obviousWords: [], isCommon: () => false })).toBeNull();
  }
});
