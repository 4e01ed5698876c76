/**
 * One change that a user made and that the server has not confirmed yet.
 *
 * Source: reliability rules D-4 (idempotency) and D-14 (one outbox, keyed by Idempotency-Key).
 */
import type { ErrorKind } from "@parfocal/core/errors.ts";

/** Entries belong to one user of one site: another user on the same browser neither sees nor sends them. */
export interface OutboxOwner {
  readonly siteId: number;
  readonly userId: number;
}

export type OutboxAction = "create" | "update" | "remove";

/** Why the server did not take it. */
export interface Refusal {
  readonly kind: ErrorKind;
  /** The server's sentence. */
  readonly message: string;
  readonly codes: readonly string[];
}

export interface OutboxEntry extends OutboxOwner {
  /** Idempotency-Key: one per user action, the same for every attempt. */
  readonly key: string;
  /** Place in the queue: entries are sent in this order. */
  readonly sequence: number;
  /** Which sender takes it, e.g. `annotation`. */
  readonly channel: string;
  /** Where the item belongs, e.g. `image:9`. */
  readonly scope: string;
  /** Path of the page on which it was made, to lead back to it. */
  readonly place: string;
  /** Id of the item: the server's; negative while the server has not numbered it. */
  readonly subjectId: number;
  readonly action: OutboxAction;
  /** Fields as the user wants them, whole; empty for `remove`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * Of a change: the fields as they were when the user began it. What differs is the change; what others did to the rest
   * meanwhile stays. Left out: not known, all fields are the change.
   */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
  /** When the user did it, ms since the epoch. */
  readonly createdAt: number;
  /** First attempt, ms since the epoch; null: never tried, so the server cannot know it. */
  readonly firstAttemptAt: number | null;
  /** null: waiting to be sent. Otherwise it is out of the queue and kept for the user to decide. */
  readonly refusal: Refusal | null;
}

/** What the user wants done; the outbox adds the rest. */
export type OutboxRequest = Pick<
  OutboxEntry,
  "channel" | "scope" | "place" | "subjectId" | "action" | "fields" | "base"
>;

/** An item that the server has numbered: the id under which it was known, and the server's. */
export interface Numbered {
  readonly unsavedId: number;
  readonly id: number;
}

export const isWaiting = (entry: OutboxEntry): boolean => entry.refusal === null;

export function isSameSubject(
  one: Pick<OutboxEntry, "channel" | "subjectId">,
  other: Pick<OutboxEntry, "channel" | "subjectId">,
): boolean {
  return one.channel === other.channel && one.subjectId === other.subjectId;
}

/** The fields that the user has changed. */
export function changedFields({ fields, base }: Pick<OutboxEntry, "fields" | "base">): OutboxEntry["fields"] {
  if (!base) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !(name in base) || base[name] !== value));
}

/**
 * An id for an item that the server has not numbered yet: negative, below the -1 of an item not yet handed in, and
 * unlike any in the queue.
 *
 * @param now ms since the epoch.
 */
export function unsavedSubjectId(entries: readonly OutboxEntry[], now: number): number {
  return entries.reduce((lowest, { subjectId }) => Math.min(lowest, subjectId - 1), -now);
}
