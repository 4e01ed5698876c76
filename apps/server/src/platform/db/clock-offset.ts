/**
 * Difference between this machine's clock and the clock of the database, which all servers of an installation share.
 */
import { sql } from "kysely";
import type { Database } from "./database.ts";

/** The fastest response is the most accurate: its reading is wrong by at most half its duration. */
const QUESTIONS = 5;

/**
 * @param now this machine's clock, ms since the epoch.
 * @returns the number of ms to add to `now`; 0 if the difference is smaller than the measurement error.
 */
export async function measureClockOffset(database: Database, now: () => number): Promise<number> {
  let best = { offsetMs: 0, tookMs: Number.POSITIVE_INFINITY };
  for (let question = 0; question < QUESTIONS; question += 1) {
    const sentMs = now();
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(database);
    const answeredMs = now();
    const tookMs = answeredMs - sentMs;
    const offsetMs = (rows[0]?.now.getTime() ?? sentMs) - (sentMs + answeredMs) / 2;
    if (tookMs < best.tookMs) best = { offsetMs, tookMs };
  }
  return Math.abs(best.offsetMs) <= best.tookMs / 2 + 1 ? 0 : best.offsetMs;
}
