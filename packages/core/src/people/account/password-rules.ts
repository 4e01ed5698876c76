/**
 * Rules for passwords. Length matters, composition does not: no digits or signs are required.
 *
 * Source: OWASP ASVS 5.0, 6.2.1, 6.2.4, 6.2.5, 6.2.11; NIST SP 800-63B-4, 3.1.1.2.
 */

import { isCommonVariant } from "./common-variants.ts";

/** Unicode characters after NFKC normalization, which is applied before hashing. */
export const PASSWORD_MIN_CHARACTERS = 12;

export type PasswordProblem = "passwordTooShort" | "passwordTooCommon" | "passwordTooObvious" | "passwordUnchanged";

export interface PasswordContext {
  /** The current password. */
  readonly currentPassword: string;
  /** Values an attacker would try first: email address, name, name of the site. */
  readonly obviousWords: readonly string[];
  /** Whether a lower-case text of any length is in a list of common passwords. */
  readonly isCommon: (password: string) => boolean;
}

/** @returns the problem; null: the password is valid. */
export function problemOfPassword(
  password: string,
  { currentPassword, obviousWords, isCommon }: PasswordContext,
): PasswordProblem | null {
  const normalised = password.normalize("NFKC");
  if ([...normalised].length < PASSWORD_MIN_CHARACTERS) return "passwordTooShort";
  if (normalised === currentPassword.normalize("NFKC")) return "passwordUnchanged";
  const lower = normalised.toLowerCase();
  if (isCommon(lower) || isCommonVariant(lower, isCommon) || hasFewCharacters(lower)) return "passwordTooCommon";
  const isObvious = obviousWords.some((word) => word !== "" && lower === word.normalize("NFKC").toLowerCase());
  return isObvious ? "passwordTooObvious" : null;
}

const FEWEST_DIFFERENT_CHARACTERS = 4;

/** "aaaaaaaaaaaa", "121212121212". */
const hasFewCharacters = (password: string): boolean => new Set(password).size < FEWEST_DIFFERENT_CHARACTERS;
