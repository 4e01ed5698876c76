/**
 * Submits the saved answers of attempts after their deadline, also after the server was down (reliability rule D-3).
 */
import { type Database, withSite } from "#platform/db/database.ts";
import { steadyNow } from "#platform/http/arrival.ts";
import type { Platform } from "#platform/platform.ts";
import { finaliseAttempts, loadAskedQuiz } from "./finalise-attempt.ts";
import { listSitesWithOverdueAttempts, lockOverdueAttempts } from "./quiz-attempt.queries.ts";

const EVERY_MS = 2_000;
const AT_ONCE = 50;
const FAILED = "submitting attempts at their deadline failed; it will be retried";

/** Runs at startup, and every two seconds. */
export function startClosingAttempts(platform: Platform): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    await closeOverdueAttempts(platform).catch((error: unknown) => platform.log.warn({ err: error }, FAILED));
    if (isStopped) return;
    timer = setTimeout(() => {
      running = round();
    }, EVERY_MS);
    timer.unref();
  };
  let running = round();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * An error in one site does not delay others. @param now current time, ms since the epoch. @returns the number of
 * submitted attempts.
 */
export async function closeOverdueAttempts({ database, log }: Platform, now = steadyNow()): Promise<number> {
  const instant = new Date(now);
  let closed = 0;
  for (const siteId of await listSitesWithOverdueAttempts(database, instant)) {
    try {
      for (let count = AT_ONCE; count === AT_ONCE; closed += count) count = await closeSome(database, siteId, instant);
    } catch (error) {
      log.warn({ err: error, siteId }, FAILED);
    }
  }
  return closed;
}

/** Starts with those whose deadline passed first. @returns their number. */
const closeSome = (database: Database, siteId: number, now: Date): Promise<number> =>
  withSite(database, siteId, async (db) => {
    const attempts = await lockOverdueAttempts(db, siteId, { now, most: AT_ONCE });
    for (const [quizId, ofQuiz] of Map.groupBy(attempts, ({ quiz_id }) => quiz_id)) {
      const quiz = await loadAskedQuiz(db, siteId, quizId);
      await finaliseAttempts(db, siteId, ofQuiz, { ...quiz, by: "sweeper", at: "deadline" });
    }
    return attempts.length;
  });
