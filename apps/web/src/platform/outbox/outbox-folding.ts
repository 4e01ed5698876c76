/**
 * How a new change joins those that wait: only what was never tried is changed, for what was tried may already be on
 * the server under its key with its fields (same key and other body: refused, rule D-4).
 */
import { isSameSubject, isWaiting, type OutboxEntry } from "./outbox-entry.ts";

const isUntried = (entry: OutboxEntry): boolean => entry.firstAttemptAt === null;

/** @returns the queue with `added` in it, in order. A change that undoes itself leaves nothing. */
export function foldIntoQueue(entries: readonly OutboxEntry[], added: OutboxEntry): OutboxEntry[] {
  const earlier = entries.filter((entry) => isSameSubject(entry, added));
  const others = entries.filter((entry) => !isSameSubject(entry, added));
  return [...others, ...foldOntoSubject(earlier, added)].sort((one, other) => one.sequence - other.sequence);
}

/** @param earlier entries about the same thing, oldest first. */
function foldOntoSubject(earlier: readonly OutboxEntry[], added: OutboxEntry): OutboxEntry[] {
  if (added.action === "remove") {
    const tried = earlier.filter((entry) => isWaiting(entry) && !isUntried(entry) && entry.action !== "remove");
    const isUnknownToServer = added.subjectId < 0 && tried.length === 0;
    return isUnknownToServer ? [] : [...tried, added];
  }
  const { waiting, fields } = answerRefused(earlier, added);
  const last = waiting.at(-1);
  if (last && isUntried(last) && last.action !== "remove") {
    return [...waiting.slice(0, -1), { ...last, fields: { ...last.fields, ...fields } }];
  }
  return [...waiting, { ...added, fields }];
}

/**
 * The user's next word on a thing answers what the server refused of it: the refused fields that it does not replace
 * go along. A refused creation is made again, under the new key.
 */
function answerRefused(earlier: readonly OutboxEntry[], added: OutboxEntry) {
  const refused = earlier.filter((entry) => !isWaiting(entry));
  const again = refused
    .filter((entry) => entry.action === "create")
    .map((entry): OutboxEntry => ({ ...entry, key: added.key, firstAttemptAt: null, refusal: null }));
  const carried = refused.filter((entry) => entry.action === "update").map((entry) => entry.fields);
  return {
    waiting: [...earlier.filter(isWaiting), ...again],
    fields: Object.assign({}, ...carried, added.fields) as OutboxEntry["fields"],
  };
}
