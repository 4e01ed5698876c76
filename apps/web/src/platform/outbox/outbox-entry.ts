/**
 * One change that a user made and that the server has not confirmed yet.
 *
 * Source: reliability rules D-4 (idempotency) and D-14 (one outbox, keyed by Idempotency-Key).
 */
import type { ErrorKind } from "@parfocal/core/errors.ts";

/** Entries belong to one user of one site: another user of the same browser cannot see or send them. */
export interface OutboxOwner {
  readonly siteId: number;
  readonly userId: number;
}

export type OutboxAction = "create" | "update" | "remove";

/** Why the server rejected it. */
export interface Refusal {
  readonly kind: ErrorKind;
  /** The server's message. */
  readonly message: string;
  readonly codes: readonly string[];
}

export interface OutboxEntry extends OutboxOwner {
  /** Idempotency-Key: one per user action, the same for every attempt. */
  readonly key: string;
  /** Position in the queue: entries are sent in this order. */
  readonly sequence: number;
  /** Its sender, e.g. `annotation`. */
  readonly channel: string;
  /** What the item belongs to, e.g. `image:9`. */
  readonly scope: string;
  /** Path of the page on which the change was made, for a link back to it. */
  readonly place: string;
  /** ID of the item: the server's, or negative until the server has assigned one. */
  readonly subjectId: number;
  readonly action: OutboxAction;
  /** All fields with the user's values; empty for `remove`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * For a change: the fields at the time the user started it. Only differing fields are changed, so that changes of
   * others to the rest are kept. Omitted: unknown, all fields are changed.
   */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
  /** Time of the user's action, ms since the epoch. */
  readonly createdAt: number;
  /** First attempt, ms since the epoch; null: none, so the server cannot have it. */
  readonly firstAttemptAt: number | null;
  /** Null: waiting to be sent. Otherwise it is no longer in the queue, and kept for the user to decide. */
  readonly refusal: Refusal | null;
}

/** The user's change; the outbox adds the rest. */
export type OutboxRequest = Pick<
  OutboxEntry,
  "channel" | "scope" | "place" | "subjectId" | "action" | "fields" | "base"
>;

/** An item with a server ID: its previous ID, and the server's. */
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

/** The fields changed by the user. */
export function changedFields({ fields, base }: Pick<OutboxEntry, "fields" | "base">): OutboxEntry["fields"] {
  if (!base) return fields;
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !(name in base) || !isSameValue(base[name], value)),
  );
}

/** Values are JSON. Objects from the store are copies, so they are compared by their content. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A preliminary ID for an item without a server ID: negative, less than the -1 of an item that is not in the outbox
 * yet, and different from all in the queue.
 *
 * @param now ms since the epoch.
 */
export function unsavedSubjectId(entries: readonly OutboxEntry[], now: number): number {
  return entries.reduce((lowest, { subjectId }) => Math.min(lowest, subjectId - 1), -now);
}
