/**
 * Which passwords an account may have. Length counts, composition does not: no rule asks for digits or signs.
 *
 * Source: OWASP ASVS 5.0, 6.2.1, 6.2.4, 6.2.5, 6.2.11; NIST SP 800-63B-4, 3.1.1.2.
 */

import { isCommonVariant } from "./common-variants.ts";

/** Unicode characters after normalisation (NFKC), as they are hashed. */
export const PASSWORD_MIN_CHARACTERS = 12;

export type PasswordFault = "passwordTooShort" | "passwordTooCommon" | "passwordTooObvious" | "passwordUnchanged";

export interface PasswordContext {
  /** The password until now. */
  readonly currentPassword: string;
  /** What somebody who wants to get in would try first: e-mail address, name, name of the site. */
  readonly obviousWords: readonly string[];
  /** Of a text in lower case, of any length: whether it is in a list of common passwords. */
  readonly isCommon: (password: string) => boolean;
}

/** @returns why the password cannot be used; null: it can. */
export function faultOfPassword(
  password: string,
  { currentPassword, obviousWords, isCommon }: PasswordContext,
): PasswordFault | null {
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
