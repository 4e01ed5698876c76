import { describe, expect, it } from "vitest";
import { type PasswordContext, problemOfPassword } from "./password-rules.ts";

const CONTEXT: PasswordContext = {
  currentPassword: "the former password",
  obviousWords: ["lena.learner@example.test", "Lena von Learner", ""],
  isCommon: (password) => password === "qwerty123456",
};

describe("problemOfPassword", () => {
  const rows: [what: string, password: string, problem: ReturnType<typeof problemOfPassword>][] = [
    ["11 characters", "elevenchars", "passwordTooShort"],
    ["12 characters", "twelve chars", null],
    ["11 characters that take 22 code units", "🔬🧫🧬🩻🧪🦠🫀🫁🧠🦷🦴", "passwordTooShort"],
    ["12 characters beyond the first plane", "🔬🧫🧬🩻🧪🦠🫀🫁🧠🦷🦴👁", null],
    ["composed letters, which count once", "Zu\u0308rich abcd", "passwordTooShort"],
    ["words without digits and signs", "correct horse battery", null],
    ["a common one", "qwerty123456", "passwordTooCommon"],
    ["a common one in capitals", "QWERTY123456", "passwordTooCommon"],
    ["one repeated letter", "aaaaaaaaaaaaaaaa", "passwordTooCommon"],
    ["three repeated letters", "abcabcabcabc", "passwordTooCommon"],
    ["four different letters", "abcdabcdabcd", null],
    ["the e-mail address", "Lena.Learner@example.test", "passwordTooObvious"],
    ["the name", "lena von learner", "passwordTooObvious"],
    ["the same as before", "the former password", "passwordUnchanged"],
  ];
  for (const [what, password, problem] of rows) {
    it(`${what}: ${problem ?? "accepted"}`, () => {
      expect(problemOfPassword(password, CONTEXT)).toBe(problem);
    });
  }

  it("the previous password is recognized in any Unicode normalization", () => {
    const context = { ...CONTEXT, currentPassword: "Z\u00fcrich am See" };
    expect(problemOfPassword("Zu\u0308rich am See", context)).toBe("passwordUnchanged");
  });
});
