/**
 * Who may start a quiz, when, how often, and how long an attempt lasts (decision 0073).
 *
 * Source: spec decisions, "Timer"; reliability rules D-2, D-3.
 */

/** Attempts of one person; null in a quiz: as many as one likes. */
export const ATTEMPTS_MAX = 100;
/** Rows of one quiz. */
export const EXTRA_TIMES_MAX = 500;
export const EXTRA_MINUTES_MAX = 1_440;
export const EXTRA_PERCENT_MAX = 500;
/** Letters, digits and hyphens; compared without regard to case. */
export const ACCESS_CODE_PATTERN = /^(|[A-Za-z0-9-]{4,40})$/;
/** As Safe Exam Browser shows it: SHA-256 in hexadecimal digits. */
export const CONFIG_KEY_PATTERN = /^(|[0-9A-Fa-f]{64})$/;

/** Of one grant to all running attempts, seconds. */
export const GRANT_MAX_S = 7_200;
/** Of all grants to one attempt, seconds. */
export const GRANTED_MAX_S = 86_400;

const S_PER_MINUTE = 60;
const PERCENT = 100;
const MS_PER_S = 1000;

export interface StartFacts {
  /** null: no limit. */
  readonly attemptsMax: number | null;
  /** Of the person, those that a restart or a reset removed left out. */
  readonly attemptsUsed: number;
  /** ms since the epoch, as all instants here; null: from ever. */
  readonly opensAt: number | null;
  /** null: for good. */
  readonly closesAt: number | null;
}

export type StartProblem = "notOpenYet" | "closed" | "noAttemptsLeft";

/** Why no new attempt begins now; null: it can begin. */
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

/** Minutes, or a share of the time limit; the other is null. */
export interface ExtraTime {
  readonly minutes: number | null;
  readonly percent: number | null;
}

/** Of several the largest counts. @param limitS time limit in seconds. @returns whole seconds. */
export function extraTimeS(limitS: number, extras: readonly ExtraTime[]): number {
  const each = extras.map(({ minutes, percent }) =>
    Math.round((minutes ?? 0) * S_PER_MINUTE + (limitS * (percent ?? 0)) / PERCENT),
  );
  return Math.max(0, ...each);
}

export interface TimeFacts {
  /** ms since the epoch, as all instants here. */
  readonly startedAt: number;
  /** Seconds without extra time; null: no limit. */
  readonly limitS: number | null;
  readonly extras: readonly ExtraTime[];
  /** null: the quiz does not close. */
  readonly closesAt: number | null;
  /** What was given to all running attempts after an outage, seconds. */
  readonly grantedS?: number;
}

/** When an attempt that starts then ends: after the quiz closes only by what was granted. @returns null: no limit. */
export function deadlineFor({ startedAt, limitS, extras, closesAt, grantedS = 0 }: TimeFacts): number | null {
  const end = limitS === null ? null : startedAt + (limitS + extraTimeS(limitS, extras)) * MS_PER_S;
  if (end === null && closesAt === null) return null;
  return Math.min(end ?? Number.POSITIVE_INFINITY, closesAt ?? Number.POSITIVE_INFINITY) + grantedS * MS_PER_S;
}

/** What an outage took from those who worked then, as far as one grant reaches. @param from ms since the epoch, as until. @returns whole seconds. */
export const lostTimeS = (from: number, until: number): number =>
  Math.max(1, Math.min(GRANT_MAX_S, Math.ceil((until - from) / MS_PER_S)));

export interface RunningTime {
  /** ms since the epoch; null: no limit. */
  readonly deadlineAt: number | null;
  /** Granted so far, seconds. */
  readonly grantedS: number;
}

/** An attempt after another grant. @param seconds of the grant. @returns null: it has no limit, or has been granted a day. */
export function withGrantedTime(time: RunningTime, seconds: number): RunningTime | null {
  const grantedS = Math.min(GRANTED_MAX_S, time.grantedS + seconds);
  if (time.deadlineAt === null || grantedS === time.grantedS) return null;
  return { deadlineAt: time.deadlineAt + (grantedS - time.grantedS) * MS_PER_S, grantedS };
}

/**
 * The deadline of a running attempt after the quiz was changed: later, never earlier. An attempt that had none ends when the
 * quiz closes, and not before now.
 *
 * @param current ms since the epoch, as all instants here; null: no limit.
 * @param wanted of `deadlineFor`.
 */
export function movedDeadline(current: number | null, wanted: number | null, now: number): number | null {
  if (wanted === null) return null;
  return Math.max(wanted, current ?? now);
}
