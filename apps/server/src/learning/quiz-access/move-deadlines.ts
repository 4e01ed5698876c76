/**
 * Moves the deadlines of running attempts after a quiz was extended or a person was granted extra time: deadlines never
 * become earlier.
 */
import { deadlineFor, movedDeadline, withGrantedTime } from "@parfocal/core/quiz-access/access-rules.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findAccess, findExtraTimes, lockRunningAttempts, updateDeadlines } from "./quiz-access.queries.ts";

/** @param now ms since the epoch. */
export async function moveDeadlines(db: SiteDb, siteId: number, quizId: number, now: number): Promise<void> {
  const attempts = await lockRunningAttempts(db, siteId, quizId);
  if (attempts.length === 0) return;
  const closesAt = (await findAccess(db, siteId, quizId))?.closesAt?.getTime() ?? null;
  const extras = await findExtraTimes(
    db,
    siteId,
    quizId,
    attempts.map(({ userId }) => userId),
  );
  const moved = attempts.flatMap(({ id, userId, startedAt, deadlineAt, limitS, grantedS }) => {
    const facts = { startedAt: startedAt.getTime(), limitS, extras: extras.get(userId) ?? [], closesAt, grantedS };
    const current = deadlineAt?.getTime() ?? null;
    const next = movedDeadline(current, deadlineFor(facts), now);
    return next === current ? [] : [{ id, deadlineAt: next === null ? null : new Date(next), grantedS }];
  });
  await updateDeadlines(db, siteId, moved);
}

interface Grant {
  readonly quizId: number;
  readonly seconds: number;
  /** Attempts that were started later are unchanged; undefined: all are moved. */
  readonly startedBefore?: Date | undefined;
}

/** @returns the number of moved deadlines; attempts without a time limit have none. */
export async function grantToRunning(
  db: SiteDb,
  siteId: number,
  { quizId, seconds, startedBefore }: Grant,
): Promise<number> {
  const running = await lockRunningAttempts(db, siteId, quizId);
  const attempts = running.filter(({ startedAt }) => !startedBefore || startedAt < startedBefore);
  const moved = attempts.flatMap(({ id, deadlineAt, grantedS }) => {
    const next = withGrantedTime({ deadlineAt: deadlineAt?.getTime() ?? null, grantedS }, seconds);
    return next?.deadlineAt == null ? [] : [{ id, deadlineAt: new Date(next.deadlineAt), grantedS: next.grantedS }];
  });
  await updateDeadlines(db, siteId, moved);
  return moved.length;
}
