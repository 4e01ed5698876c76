/**
 * Records every second that the server is running and can write to the database. A longer gap, of the server or the
 * database, is recorded as an outage: teachers see it on quizzes taken during it (reliability rule D-3).
 */
import { steadyNow } from "../http/arrival.ts";
import type { Platform } from "../platform.ts";
import { deleteOutages, recordBeat } from "./heartbeat.queries.ts";

/** Attempts started this long after the last beat may have started before the outage. */
export const BEAT_EVERY_MS = 1_000;
const GAP_S = 5;
const KEPT_MS = 90 * 86_400_000;

/** @returns ms since the previous heartbeat; negative: the clock was set back. 0: there was none. */
export async function beat({ database }: Pick<Platform, "database">, now = steadyNow()): Promise<number> {
  const before = await recordBeat(database, { now: new Date(now), gapS: GAP_S });
  return before === null ? 0 : now - before.getTime();
}

/**
 * A running server's clock never jumps, but the clock of the next start may differ: then all deadlines of running
 * quizzes move closer or further away (reliability check REL-16).
 */
async function firstBeat(platform: Platform): Promise<void> {
  const sinceMs = await beat(platform);
  const seconds = Math.round(Math.abs(sinceMs) / 1_000);
  if (seconds <= GAP_S) return;
  const { log } = platform;
  if (sinceMs < 0) log.error({ seconds }, "the clock was put back by this time: running quizzes end that much later");
  else log.info({ seconds }, "no server ran for this time, or the clock was put forward: results of quizzes list it");
}

export function startHeartbeat(platform: Platform): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;
  const round = async (): Promise<void> => {
    // While the database is unreachable every round fails; the first successful one determines the duration.
    try {
      await (isFirst ? firstBeat(platform) : beat(platform));
      isFirst = false;
    } catch (error) {
      platform.log.debug({ err: error }, "the heartbeat was not written");
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      running = round();
    }, BEAT_EVERY_MS);
    timer.unref();
  };
  let running = deleteOutages(platform.database, new Date(steadyNow() - KEPT_MS))
    .catch((error: unknown) => platform.log.warn({ err: error }, "old outages were not deleted"))
    .then(round);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
