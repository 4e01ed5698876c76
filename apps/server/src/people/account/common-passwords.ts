/** Passwords that many people have: the list of zxcvbn-ts, as far as its words are long enough to be refused for this alone. */
import { PASSWORD_MIN_CHARACTERS } from "@parfocal/core/account/password-rules.ts";

let common: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is changed: the list takes 2 MB and some ms. */
export function readCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(
        dictionary["passwords-common"]
          .map((password) => String(password).toLowerCase())
          .filter((password) => password.length >= PASSWORD_MIN_CHARACTERS),
      ),
  );
  return common;
}
