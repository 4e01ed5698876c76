/** Checks passwords against the rules. */
import { type PasswordProblem, problemOfPassword } from "@parfocal/core/account/password-rules.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { PASSWORD_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { readCommonPasswords } from "./common-passwords.ts";

const PROBLEM_TEXTS: Readonly<Record<PasswordProblem, string>> = {
  passwordTooShort: "The new password needs at least 12 characters.",
  passwordTooCommon: "Many people use this password. Choose another one.",
  passwordTooObvious:
    "The new password must not be the name, the user name, the email address or the name of the site.",
  passwordUnchanged: "The new password is the same as the current one.",
};

/**
 * @param obviousWords words that an attacker would try first.
 * @param currentPassword empty: unknown or not set.
 * @throws AppError `invalid` with the code of the problem.
 */
export async function assertUsablePassword(
  password: string,
  obviousWords: readonly string[],
  currentPassword = "",
): Promise<void> {
  if (password.length > PASSWORD_MAX_CHARACTERS)
    throw new AppError("invalid", `The limit for a password is ${PASSWORD_MAX_CHARACTERS} characters.`);
  const common = await readCommonPasswords();
  const problem = problemOfPassword(password, { currentPassword, obviousWords, isCommon: (word) => common.has(word) });
  if (problem !== null) throw new AppError("invalid", PROBLEM_TEXTS[problem], { codes: [problem] });
}
