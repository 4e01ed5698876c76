/** States of the rows in the results. Source: issue 14, part 5; reliability rule D-3 (who ended an attempt). */
import type { AttemptState, FinalisedBy } from "../quiz-attempt/attempt-rules.ts";

/** `outOfTime`: the person did not submit in time, and the server submitted the saved answers. */
export const RESULT_STATES = ["started", "submitted", "outOfTime"] as const;
export type ResultState = (typeof RESULT_STATES)[number];

/** Rows of the results table; `notStarted`: the person has access through a user group. */
export const LISTED_STATES = [...RESULT_STATES, "notStarted"] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** `best`: the submitted attempt with the most points; the latest of equals. */
export const ATTEMPT_CHOICES = ["latest", "best"] as const;
export type AttemptChoice = (typeof ATTEMPT_CHOICES)[number];

export const RESULT_SORTS = ["name", "state", "score", "attempt", "started", "submitted", "duration"] as const;
export type ResultSort = (typeof RESULT_SORTS)[number];

export function resultState(state: AttemptState, finalisedBy: FinalisedBy | null): ResultState {
  if (state === "started") return "started";
  return finalisedBy === "sweeper" ? "outOfTime" : "submitted";
}

/**
 * The page of a quiz with a time limit sends a request at least every 15 s; after three times as long the connection is
 * probably lost.
 */
export const SILENT_AFTER_S = 45;

/**
 * Whether a learner has probably lost the connection. Without a time limit the page sends changes only, so its silence
 * means nothing.
 */
export const isConnectionLost = (silentS: number, hasTimeLimit: boolean): boolean =>
  hasTimeLimit && silentS > SILENT_AFTER_S;

const MS_PER_S = 1000;

/** Whole seconds between two instants, never negative. @param start ms since the epoch, as `end`. */
export const secondsBetween = (start: number, end: number): number => Math.max(0, Math.round((end - start) / MS_PER_S));
