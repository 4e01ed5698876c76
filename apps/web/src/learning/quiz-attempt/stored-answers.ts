/**
 * Storage of answers that are not on the server yet: one entry of local storage per attempt, written synchronously with
 * each change, so that no input is lost with the page (reliability rule D-14, decision 0164).
 */
import type { OutboxOwner } from "#platform/outbox/outbox-entry.ts";

/** Attempts that are open in this page, which sends their answers itself. */
const open = new Set<string>();

const prefixOf = ({ siteId, userId }: OutboxOwner): string => `parfocal-quiz-${siteId}-${userId}-`;

/** @param attempt its number, or the identifier of a preview. */
export const storageKeyOf = (owner: OutboxOwner, quizId: number, attempt: number | string): string =>
  `${prefixOf(owner)}${quizId}-${attempt}`;

/** @returns a function that closes it. */
export function openAnswers(key: string): () => void {
  open.add(key);
  return () => open.delete(key);
}

export interface StoredAttempt {
  readonly key: string;
  readonly quizId: number;
  readonly attemptNo: number;
}

const ATTEMPT = /^(\d+)-(\d+)$/;

/** Attempts of this user with answers in the browser, excluding previews and those open in this page. */
export function listStoredAttempts(owner: OutboxOwner): StoredAttempt[] {
  const prefix = prefixOf(owner);
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const [, quizId, attemptNo] = (key.startsWith(prefix) && ATTEMPT.exec(key.slice(prefix.length))) || [];
      return quizId === undefined || open.has(key)
        ? []
        : [{ key, quizId: Number(quizId), attemptNo: Number(attemptNo) }];
    });
  } catch {
    // Storage is unavailable.
    return [];
  }
}
