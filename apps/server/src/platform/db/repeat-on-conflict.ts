/**
 * Repeats transactions that PostgreSQL rolled back because of a deadlock or a serialization failure; a repetition
 * usually succeeds.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isPlanOutdated } from "./prepared-statements.ts";

/** SQLSTATE `deadlock_detected` and `serialization_failure`. */
const TAKEN_BACK: ReadonlySet<string> = new Set(["40P01", "40001"]);
/** In addition to the first attempt. */
export const MAX_REPEATS = 3;
/** Pause before the first repetition, in ms; each later one may be up to twice as long. */
const FIRST_WAIT_MS = 20;

/** Whether a transaction was rolled back only because of another one, or because of a migration. */
export const isTakenBack = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (TAKEN_BACK.has(String(error.code)) || isPlanOutdated(error));

/**
 * @param work one complete transaction. It must have no effect outside the database before it is committed, since it
 * may run several times.
 * @throws the error of the last attempt.
 */
export async function repeatOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTakenBack(error) || repeat === MAX_REPEATS) throw error;
      // Random, so that the two do not collide again.
      await wait(Math.random() * FIRST_WAIT_MS * 2 ** repeat);
    }
  }
}
