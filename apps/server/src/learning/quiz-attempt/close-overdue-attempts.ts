/**
 * Submits the saved answers of attempts after their deadline, also after the server was down (reliability rule D-3).
 */
import { GRACE_S } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { withSite } from "#platform/db/database.ts";
import { steadyNow } from "#platform/http/arrival.ts";
import type { Platform } from "#platform/platform.ts";
import { askedQuizzes, finaliseIfOverdue } from "./finalise-attempt.ts";
import { listSitesWithOverdueAttempts, lockOverdueAttempts } from "./quiz-attempt.queries.ts";

const EVERY_MS = 2_000;
const AT_ONCE = 50;
const MS_PER_S = 1_000;

/** Runs at start, and every two seconds. */
export function startClosingAttempts(platform: Platform): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    await closeOverdueAttempts(platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, "submitting attempts at their deadline failed; it will be retried"),
    );
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

/** @param now current time, ms since the epoch. @returns the number of submitted attempts. */
export async function closeOverdueAttempts({ database }: Platform, now = steadyNow()): Promise<number> {
  const before = new Date(now - GRACE_S * MS_PER_S);
  let closed = 0;
  for (const siteId of await listSitesWithOverdueAttempts(database, before)) {
    for (let count = AT_ONCE; count === AT_ONCE; closed += count) {
      count = await withSite(database, siteId, async (db) => {
        const attempts = await lockOverdueAttempts(db, siteId, { before, most: AT_ONCE });
        const findQuiz = askedQuizzes(db, siteId);
        for (const attempt of attempts) await finaliseIfOverdue(db, siteId, attempt, now, findQuiz);
        return attempts.length;
      });
    }
  }
  return closed;
}
