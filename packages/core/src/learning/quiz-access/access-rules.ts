/**
 * Rules for starting an attempt: who, when, how often; and how long it lasts (decision 0073).
 *
 * Source: spec decisions, "Timer"; reliability rules D-2, D-3.
 */

/** Attempts per person; null in a quiz: no limit. */
export const ATTEMPTS_MAX = 100;
/** Entries of one quiz. */
export const EXTRA_TIMES_MAX = 500;
export const EXTRA_MINUTES_MAX = 1_440;
export const EXTRA_PERCENT_MAX = 500;
/** Letters, digits and hyphens; case-insensitive. */
export const ACCESS_CODE_PATTERN = /^(|[A-Za-z0-9-]{4,40})$/;
/** SHA-256 in hexadecimal digits, as Safe Exam Browser shows it. */
export const CONFIG_KEY_PATTERN = /^(|[0-9A-Fa-f]{64})$/;

/** Requests that are in transit at the deadline are still in time; a quiz can have another limit (decision 0163). */
export const GRACE_S = 5;
export const GRACE_MAX_S = 60;

/** One grant to all running attempts, seconds. */
export const GRANT_MAX_S = 7_200;
/** Total of all grants to one attempt, seconds. */
export const GRANTED_MAX_S = 86_400;

const S_PER_MINUTE = 60;
const PERCENT = 100;
const MS_PER_S = 1000;

interface StartFacts {
  /** null: no limit. */
  readonly attemptsMax: number | null;
  /** Attempts of the person, without those removed by a restart or reset. */
  readonly attemptsUsed: number;
  /** ms since the epoch, as all instants here; null: no start. */
  readonly opensAt: number | null;
  /** Null: no end. */
  readonly closesAt: number | null;
}

export type StartProblem = "notOpenYet" | "closed" | "noAttemptsLeft";

/** Reason why no new attempt can start now; null: it can. */
export function startProblem(
  { attemptsMax, attemptsUsed, opensAt, closesAt }: StartFacts,
  now: number,
): StartProblem | null {
  if (opensAt !== null && now < opensAt) return "notOpenYet";
  if (closesAt !== null && now >= closesAt) return "closed";
  return attemptsMax !== null && attemptsUsed >= attemptsMax ? "noAttemptsLeft" : null;
}

/** null: no limit. */
export const attemptsLeft = ({ attemptsMax, attemptsUsed }: StartFacts): number | null =>
  attemptsMax === null ? null : Math.max(0, attemptsMax - attemptsUsed);

/** Minutes, or a percentage of the time limit; the other is null. */
export interface ExtraTime {
  readonly minutes: number | null;
  readonly percent: number | null;
}

/** The largest of several grants counts. @param limitS time limit in seconds. @returns whole seconds. */
export function extraTimeS(limitS: number, extras: readonly ExtraTime[]): number {
  const each = extras.map(({ minutes, percent }) =>
    Math.round((minutes ?? 0) * S_PER_MINUTE + (limitS * (percent ?? 0)) / PERCENT),
  );
  return Math.max(0, ...each);
}

interface TimeFacts {
  /** ms since the epoch, as all instants here. */
  readonly startedAt: number;
  /** Seconds without extra time; null: no limit. */
  readonly limitS: number | null;
  readonly extras: readonly ExtraTime[];
  /** null: the quiz does not close. */
  readonly closesAt: number | null;
  /** Time granted to all running attempts after an outage, seconds. */
  readonly grantedS?: number;
}

/**
 * Deadline of an attempt that starts then; only granted time extends it beyond the closing of the quiz. @returns null:
 * no limit.
 */
export function deadlineFor({ startedAt, limitS, extras, closesAt, grantedS = 0 }: TimeFacts): number | null {
  const end = limitS === null ? null : startedAt + (limitS + extraTimeS(limitS, extras)) * MS_PER_S;
  if (end === null && closesAt === null) return null;
  return Math.min(end ?? Number.POSITIVE_INFINITY, closesAt ?? Number.POSITIVE_INFINITY) + grantedS * MS_PER_S;
}

/**
 * Time that an outage took from running attempts, up to the maximum of one grant. @param from, @param until ms since
 * the epoch. @returns whole seconds.
 */
export const lostTimeS = (from: number, until: number): number =>
  Math.max(1, Math.min(GRANT_MAX_S, Math.ceil((until - from) / MS_PER_S)));

interface RunningTime {
  /** ms since the epoch; null: no limit. */
  readonly deadlineAt: number | null;
  /** Granted so far, seconds. */
  readonly grantedS: number;
}

/**
 * An attempt after another grant. @param seconds of the grant. @returns null if it has no limit, or has reached the
 * maximum of granted time.
 */
export function withGrantedTime(time: RunningTime, seconds: number): RunningTime | null {
  const grantedS = Math.min(GRANTED_MAX_S, time.grantedS + seconds);
  if (time.deadlineAt === null || grantedS === time.grantedS) return null;
  return { deadlineAt: time.deadlineAt + (grantedS - time.grantedS) * MS_PER_S, grantedS };
}

/**
 * Deadline of a running attempt after a change of the quiz: never earlier. An attempt without one ends when the quiz
 * closes, and not before now.
 *
 * @param current ms since the epoch, as all instants here; null: no limit.
 * @param requested deadline from `deadlineFor`.
 */
export function movedDeadline(current: number | null, requested: number | null, now: number): number | null {
  if (requested === null) return null;
  return Math.max(requested, current ?? now);
}
