/**
 * Records every second that the server runs and can write to the database. A longer gap, of the server or the database, is
 * recorded as an outage: teachers see it at the quizzes that were taken during it (reliability rule D-3).
 */
import { steadyNow } from "../http/arrival.ts";
import type { Platform } from "../platform.ts";
import { deleteOutages, recordBeat } from "./heartbeat.queries.ts";

/** Attempts begun this long after the last beat may have begun before the outage. */
export const BEAT_EVERY_MS = 1_000;
const GAP_S = 5;
const KEPT_MS = 90 * 86_400_000;

export async function beat({ database }: Pick<Platform, "database">, now = steadyNow()): Promise<void> {
  await recordBeat(database, { now: new Date(now), gapS: GAP_S });
}

export function startHeartbeat(platform: Platform): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    // While the database is away every round fails: the first that succeeds finds how long.
    await beat(platform).catch((error: unknown) => platform.log.debug({ err: error }, "the heartbeat was not written"));
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
