/**
 * Common passwords: the list of zxcvbn-ts, of any length, since long passwords often consist of short ones
 * (`common-variants.ts` in core, decision 0097).
 */
let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is changed: the list takes several MB and several ms. */
export function readCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map((password) => String(password).toLowerCase())),
  );
  return common;
}
