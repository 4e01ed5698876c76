/**
 * Lifecycle of an attempt: not started, started, submitted; and its clock, which is the server's.
 *
 * Source: spec part 2, section 4 ("Quiz", "Timer"); decisions, "Quizzes", "Timer"; reliability rules D-1 to D-3.
 */

export type AttemptState = "started" | "submitted";
/** Who ended it: the person, the clock, or a teacher. */
export type FinalisedBy = "person" | "sweeper" | "staff";

/** Update interval of the clock on the page. */
export const TIMER_TICK_S = 1;
/** Interval at which the page reports its clock to the server. */
export const TIMER_SAVE_INTERVAL_S = 3;
/** Announced to the person: the last five minutes, and the last one. */
export const TIMER_WARNINGS_S = [300, 60] as const;

const MS_PER_S = 1000;

export interface AttemptFacts {
  readonly state: AttemptState;
  readonly finalisedBy: FinalisedBy | null;
  /** ms since the epoch; null: no time limit. */
  readonly deadlineAt: number | null;
  /** Seconds after the deadline in which requests are still in time. */
  readonly graceS: number;
}

/** @param durationS null: no time limit. @returns ms since the epoch. */
export const deadlineOf = (startedAt: number, durationS: number | null): number | null =>
  durationS === null ? null : startedAt + durationS * MS_PER_S;

/** Whole seconds, never negative; null: no time limit. @param now ms since the epoch. */
export function remainingS(deadlineAt: number | null, now: number): number | null {
  return deadlineAt === null ? null : Math.max(0, Math.ceil((deadlineAt - now) / MS_PER_S));
}

/** Whether a request arrived too late. @param receivedAt ms since the epoch, before the request was parsed. */
export const isLate = (
  { deadlineAt, graceS }: Pick<AttemptFacts, "deadlineAt" | "graceS">,
  receivedAt: number,
): boolean => deadlineAt !== null && receivedAt > deadlineAt + graceS * MS_PER_S;

export type WriteProblem = "submitted" | "outOfTime";

/**
 * Whether an answer that arrived then can be stored. An answer that arrived in time is stored even if the clock has
 * ended the attempt before it was processed.
 */
export function saveProblem(attempt: AttemptFacts, receivedAt: number): WriteProblem | null {
  if (attempt.state === "submitted" && attempt.finalisedBy !== "sweeper") return "submitted";
  if (isLate(attempt, receivedAt)) return "outOfTime";
  return null;
}

interface Revision {
  /** Incremented with each change by the person, across browsers. */
  readonly rev: number;
}

/**
 * Decides which of two versions of an answer is kept: the later change, independent of the order of arrival. An equal
 * revision, repeated or from another browser, replaces.
 *
 * @param stored null: none yet.
 */
export const isNewer = (sent: Revision, stored: Revision | null): boolean => stored === null || sent.rev >= stored.rev;
