/**
 * Rotation of a tool's keys: a new key is published before it signs, because platforms cache keys, and an old one stays
 * published for a while after its last signature.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Age at which the newest key is replaced. */
export const KEY_MAX_AGE_MS = 90 * DAY_MS;
/** Time between the publication of a key and its first signature. */
export const KEY_PUBLISHED_FIRST_MS = 1 * DAY_MS;
/** Time for which a key stays published after its successor has started to sign. */
export const KEY_KEPT_MS = 7 * DAY_MS;

interface DatedKey {
  readonly id: number;
  /** ms since the epoch. */
  readonly createdAt: number;
}

interface KeyPlan<Key extends DatedKey> {
  readonly isNewKeyDue: boolean;
  /** Keys to be deleted. */
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

/**
 * The newest key that has been published long enough; the very first one signs immediately. @returns undefined: none.
 */
export function signingKey<Key extends DatedKey>(keys: readonly Key[], now: number): Key | undefined {
  const newestFirst = keys.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id);
  return newestFirst.find(({ createdAt }) => now - createdAt >= KEY_PUBLISHED_FIRST_MS) ?? newestFirst.at(-1);
}
