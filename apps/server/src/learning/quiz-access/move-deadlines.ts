/** Running attempts after a quiz was opened for longer, or somebody was granted more time: they gain time, and never lose any. */
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
  /** Attempts that began later gain nothing; undefined: all gain. */
  readonly startedBefore?: Date | undefined;
}

/** @returns how many attempts end later; those without a time limit do not end. */
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
