/**
 * When the keys of a tool change: a new one is published before it signs, since platforms keep what they have read, and an old
 * one stays readable for a while after its last signature.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Age at which the newest key gets a successor. */
export const KEY_MAX_AGE_MS = 90 * DAY_MS;
/** How long a key is published before it signs. */
export const KEY_PUBLISHED_FIRST_MS = 1 * DAY_MS;
/** How long a key is published after another has begun to sign. */
export const KEY_KEPT_MS = 7 * DAY_MS;

export interface DatedKey {
  readonly id: number;
  /** ms since the epoch. */
  readonly createdAt: number;
}

export interface KeyPlan<Key extends DatedKey> {
  readonly isNewKeyDue: boolean;
  /** To be deleted. */
  readonly outdated: readonly Key[];
}

/** @param now ms since the epoch. */
export function planKeys<Key extends DatedKey>(keys: readonly Key[], now: number): KeyPlan<Key> {
  const newestFirst = keys.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  const [newest] = newestFirst;
  const isSince = (key: Key, ms: number) => now - key.createdAt >= ms;
  const settled = newestFirst.findIndex((key) => isSince(key, KEY_PUBLISHED_FIRST_MS + KEY_KEPT_MS));
  return {
    isNewKeyDue: newest === undefined || isSince(newest, KEY_MAX_AGE_MS),
    outdated: settled < 0 ? [] : newestFirst.slice(settled + 1),
  };
}

/** The newest that is published long enough; the first one signs at once. @returns undefined: there is none. */
export function signingKey<Key extends DatedKey>(keys: readonly Key[], now: number): Key | undefined {
  const newestFirst = keys.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  return newestFirst.find(({ createdAt }) => now - createdAt >= KEY_PUBLISHED_FIRST_MS) ?? newestFirst.at(-1);
}
