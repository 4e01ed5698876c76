/** How far this machine's clock is from that of the database, which all servers of an installation share. */
import { sql } from "kysely";
import type { Database } from "./database.ts";

/** The quickest answer says most: its reading is wrong by half its duration at most. */
const QUESTIONS = 5;

/**
 * @param now this machine's clock, ms since the epoch.
 * @returns what has to be added to it, in ms; 0 if the difference is less than the measurement can tell.
 */
export async function measureClockOffset(database: Database, now: () => number): Promise<number> {
  let best = { offsetMs: 0, tookMs: Number.POSITIVE_INFINITY };
  for (let question = 0; question < QUESTIONS; question += 1) {
    const askedMs = now();
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(database);
    const answeredMs = now();
    const tookMs = answeredMs - askedMs;
    const offsetMs = (rows[0]?.now.getTime() ?? askedMs) - (askedMs + answeredMs) / 2;
    if (tookMs < best.tookMs) best = { offsetMs, tookMs };
  }
  return Math.abs(best.offsetMs) <= best.tookMs / 2 + 1 ? 0 : best.offsetMs;
}
