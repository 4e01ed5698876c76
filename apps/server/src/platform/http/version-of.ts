/** Short version text of a list: a caller that replaces the list sends the version it has read. */
import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import { unseenFields } from "@parfocal/core/item/field-version.ts";

const VERSION_CHARACTERS = 22;

/** Equal for equal values; their fields must be in the same order. */
export const versionOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, VERSION_CHARACTERS);

/**
 * @param seen version that the caller has read; undefined: not sent. @param now current version.
 * @param what names the overwritten object, as in "Someone has changed … in the meantime."
 * @throws AppError `conflict` if they differ.
 */
export function assertSeen(seen: string | undefined, now: string, what: string): void {
  if (seen === undefined || seen === now) return;
  throw new AppError(
    "conflict",
    `Someone else changed ${what}, so your changes were not saved. Discard your changes to see theirs.`,
    { codes: ["changedMeanwhile"] },
  );
}

/**
 * @param seen versions of the texts that the changes are based on; undefined: not sent by the caller.
 * @throws AppError `conflict` naming the texts that someone else has changed since.
 */
export function assertTextsSeen<Values extends object>(
  seen: { readonly [Name in keyof Values]?: string | undefined } | undefined,
  updated: { readonly [Name in keyof Values]?: Values[Name] | undefined },
  now: Values,
): void {
  const unseen = seen ? unseenFields(seen, updated, now) : [];
  if (unseen.length === 0) return;
  throw new AppError("conflict", "Someone else changed this, so your changes were not saved. Compare both versions.", {
    codes: ["changedMeanwhile", ...unseen],
  });
}
