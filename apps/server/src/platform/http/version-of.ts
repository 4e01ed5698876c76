/**
 * A short text that stands for a list as a caller was told it: who sends a whole list says by it which one they have seen.
 */
import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";

const VERSION_CHARACTERS = 22;

/** The same for the same value; its fields must come in the same order. */
export const versionOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, VERSION_CHARACTERS);

/**
 * @param seen version that the caller has seen; undefined: they do not say. @param now version of what is there.
 * @param what is overwritten, as in "Somebody has changed … meanwhile."
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
