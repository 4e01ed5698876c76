/**
 * How a new change joins those that wait: only what was never tried is changed, for what was tried may already be on
 * the server under its key with its fields (same key and other body: refused, rule D-4).
 */
import { changedFields, isWaiting, type OutboxEntry } from "./outbox-entry.ts";

const isUntried = (entry: OutboxEntry): boolean => entry.firstAttemptAt === null;

/**
 * @param added in the order in which the user did them.
 * @returns the queue with them in it, in order. A change that undoes itself leaves nothing.
 */
export function foldIntoQueue(entries: readonly OutboxEntry[], added: readonly OutboxEntry[]): OutboxEntry[] {
  const ofSubject = new Map<string, OutboxEntry[]>();
  const subjectOf = ({ channel, subjectId }: OutboxEntry): string => `${channel} ${subjectId}`;
  for (const entry of entries) {
    const earlier = ofSubject.get(subjectOf(entry));
    if (earlier) earlier.push(entry);
    else ofSubject.set(subjectOf(entry), [entry]);
  }
  for (const one of added) {
    ofSubject.set(subjectOf(one), foldOntoSubject(ofSubject.get(subjectOf(one)) ?? [], one));
  }
  return [...ofSubject.values()].flat().sort((one, other) => one.sequence - other.sequence);
}

/** @param earlier entries about the same item, oldest first. */
function foldOntoSubject(earlier: readonly OutboxEntry[], added: OutboxEntry): OutboxEntry[] {
  if (added.action === "remove") {
    const tried = earlier.filter((entry) => isWaiting(entry) && !isUntried(entry) && entry.action !== "remove");
    const isUnknownToServer = added.subjectId < 0 && tried.length === 0;
    return isUnknownToServer ? [] : [...tried, added];
  }
  const { waiting, fields, base } = answerRefused(earlier, added);
  const last = waiting.at(-1);
  if (last && isUntried(last) && last.action !== "remove") {
    // What this change leaves alone stays as the earlier one wants it, and the earlier one's base stays the base.
    return [...waiting.slice(0, -1), { ...last, fields: { ...last.fields, ...changedFields({ fields, base }) } }];
  }
  return [...waiting, { ...added, fields, base }];
}

/**
 * The user's next word on an item answers what the server refused of it: the refused fields that it does not replace
 * go along. A refused creation is made again, under the new key. A correction without a base of its own has that of what
 * it corrects.
 */
function answerRefused(earlier: readonly OutboxEntry[], added: OutboxEntry) {
  const refused = earlier.filter((entry) => !isWaiting(entry));
  const again = refused
    .filter((entry) => entry.action === "create")
    .map((entry): OutboxEntry => ({ ...entry, key: added.key, firstAttemptAt: null, refusal: null }));
  const carried = refused.filter((entry) => entry.action === "update");
  return {
    waiting: [...earlier.filter(isWaiting), ...again],
    fields: Object.assign({}, ...carried.map((entry) => entry.fields), added.fields) as OutboxEntry["fields"],
    base: added.base ?? carried[0]?.base,
  };
}
