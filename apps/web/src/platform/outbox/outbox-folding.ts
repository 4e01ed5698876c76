/**
 * Merges a new change with waiting ones: only entries without an attempt are changed, since others may already be on
 * the server under their key (the same key with another body is rejected, rule D-4).
 */
import { changedFields, isWaiting, type OutboxEntry } from "./outbox-entry.ts";

const isUntried = (entry: OutboxEntry): boolean => entry.firstAttemptAt === null;

/**
 * @param added in the order of the user's actions.
 * @returns the new queue, in order. Changes that cancel each other are dropped.
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
  const redone = added.action === "create" ? withoutRemoval(earlier, added) : null;
  if (redone) return redone;
  const { waiting, fields, base } = answerRejected(earlier, added);
  const last = waiting.at(-1);
  if (last && isUntried(last) && last.action !== "remove") {
    // Fields that this change does not touch keep the values of the earlier one, whose base remains the base.
    return [...waiting.slice(0, -1), { ...last, fields: { ...last.fields, ...changedFields({ fields, base }) } }];
  }
  return [...waiting, { ...added, fields, base }];
}

/**
 * A creation that was tried, removed and is redone before the removal was tried: the removal is cancelled, since a second
 * creation would be another item on the server, while the page knows both by one ID.
 *
 * @returns null: there is no such removal.
 */
function withoutRemoval(earlier: readonly OutboxEntry[], added: OutboxEntry): OutboxEntry[] | null {
  const removal = earlier.at(-1);
  const creation = earlier.find((entry) => entry.action === "create" && isWaiting(entry));
  if (!creation || removal?.action !== "remove" || !isUntried(removal)) return null;
  const change: OutboxEntry = { ...added, action: "update", base: creation.fields };
  const others = earlier.filter((entry) => entry !== removal);
  return Object.keys(changedFields(change)).length === 0 ? others : [...others, change];
}

/**
 * The user's next change of an item replaces a rejected one: rejected fields that it does not replace are included. A
 * rejected creation is sent again, under the new key. A correction without a base uses that of the rejected change.
 */
function answerRejected(earlier: readonly OutboxEntry[], added: OutboxEntry) {
  const rejected = earlier.filter((entry) => !isWaiting(entry));
  const again = rejected
    .filter((entry) => entry.action === "create")
    .map((entry): OutboxEntry => ({ ...entry, key: added.key, firstAttemptAt: null, refusal: null }));
  const carried = rejected.filter((entry) => entry.action === "update");
  return {
    waiting: [...earlier.filter(isWaiting), ...again],
    fields: Object.assign({}, ...carried.map((entry) => entry.fields), added.fields) as OutboxEntry["fields"],
    base: added.base ?? carried[0]?.base,
  };
}
