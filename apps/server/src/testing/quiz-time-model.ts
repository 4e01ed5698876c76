/**
 * The time of attempts at a quiz, in memory, by the rules alone (rules D-2 and D-3, decisions 0073 and 0163); and time
 * that passes. For quiz-attempt/timer-model.test.ts.
 */
import { sql } from "kysely";
import { expect } from "vitest";
import { steadyNow } from "#platform/http/arrival.ts";
import type { TestUser } from "./build-user.ts";
import type { SharedTestServer } from "./test-server.ts";

const S = 1_000;
/** No deadline is nearer than this when a call is sent: the answer does not depend on the speed of the machine. */
const SLACK_S = 20;

/** All instants in ms since the epoch; null: none. */
interface TimedAttempt {
  readonly no: number;
  startedAt: number;
  deadlineAt: number | null;
  readonly limitS: number | null;
  readonly graceS: number;
  grantedS: number;
  /** Of the stored answer; 0: none. */
  rev: number;
  end: "person" | "sweeper" | null;
  isRemoved: boolean;
}
export interface Extra {
  readonly minutes?: number;
  readonly percent?: number;
}
export interface TimeModel {
  limitS: number | null;
  opensAt: number | null;
  closesAt: number | null;
  graceS: number;
  attemptsMax: number | null;
  readonly attempts: readonly [TimedAttempt[], TimedAttempt[]];
  /** Of the first learner, of the second, and of the group of the second. */
  readonly extras: [Extra, Extra, Extra];
  outages: { beganAt: number; isGranted: boolean }[];
}
export interface TimedQuiz {
  readonly server: SharedTestServer;
  readonly quizId: number;
  readonly questionId: number;
  readonly learners: readonly [TestUser, TestUser];
  readonly groupId: number;
}
export type Who = 0 | 1;

export const currentOf = ({ attempts }: TimeModel, who: Who) => attempts[who].findLast(({ isRemoved }) => !isRemoved);
export const runningOf = ({ attempts }: TimeModel, who: Who) =>
  attempts[who].filter(({ end, isRemoved }) => end === null && !isRemoved);
export const isLate = ({ deadlineAt, graceS }: TimedAttempt) =>
  deadlineAt !== null && steadyNow() > deadlineAt + graceS * S;

export function extraS({ extras }: TimeModel, who: Who, limitS: number): number {
  const own = who === 0 ? [extras[0]] : [extras[1], extras[2]];
  return Math.max(...own.map(({ minutes = 0, percent = 0 }) => minutes * 60 + (limitS * percent) / 100));
}

/** Start + limit + extra time, not after the closing; granted time is added even then. */
function deadlineOf(model: TimeModel, who: Who, { startedAt, limitS, grantedS }: TimedAttempt): number | null {
  const ends = model.closesAt === null ? [] : [model.closesAt];
  if (limitS !== null) ends.push(startedAt + (limitS + extraS(model, who, limitS)) * S);
  return ends.length === 0 ? null : Math.min(...ends) + grantedS * S;
}

export function endIfLate(attempt: TimedAttempt | undefined): void {
  if (attempt?.end === null && isLate(attempt)) attempt.end = "sweeper";
}

export function startRefusal({ opensAt, closesAt, attemptsMax, attempts }: TimeModel, who: Who): string | null {
  if (opensAt !== null && steadyNow() < opensAt) return "notOpenYet";
  if (closesAt !== null && steadyNow() >= closesAt) return "closed";
  const used = attempts[who].filter(({ isRemoved }) => !isRemoved).length;
  return attemptsMax !== null && used >= attemptsMax ? "noAttemptsLeft" : null;
}

interface StoredAttempt {
  readonly no: number;
  readonly startedAt: Date;
  readonly deadlineAt: Date | null;
}

export async function storedAttempts({ server, quizId }: TimedQuiz, { id }: TestUser) {
  const { rows } = await sql<StoredAttempt>`
    SELECT attempt_no AS no, started_at AS "startedAt", deadline_at AS "deadlineAt", time_limit_s AS "limitS",
      grace_s AS "graceS", granted_s AS "grantedS", finalised_by AS end, archived_at IS NOT NULL AS "isRemoved",
      coalesce(finalised_by = 'sweeper' AND submitted_at <> deadline_at, false) AS "endsElsewhere",
      coalesce((SELECT max(rev) FROM quiz_answer WHERE attempt_id = quiz_attempt.id), 0)::integer AS rev
    FROM quiz_attempt WHERE quiz_id = ${quizId} AND user_id = ${id} ORDER BY attempt_no
  `.execute(server.owner);
  return rows;
}

/** The new attempt of a call that was sent at that time: its start is the server's. */
export async function begin(model: TimeModel, real: TimedQuiz, who: Who, sentAt: number): Promise<TimedAttempt> {
  const startedAt = (await storedAttempts(real, real.learners[who])).at(-1)?.startedAt.getTime() ?? 0;
  expect(startedAt).toBeGreaterThanOrEqual(Math.floor(sentAt));
  expect(startedAt).toBeLessThanOrEqual(steadyNow());
  const { limitS, graceS } = model;
  const no = model.attempts[who].length + 1;
  const attempt: TimedAttempt = {
    no,
    startedAt,
    deadlineAt: null,
    limitS,
    graceS,
    grantedS: 0,
    rev: 0,
    end: null,
    isRemoved: false,
  };
  attempt.deadlineAt = deadlineOf(model, who, attempt);
  model.attempts[who].push(attempt);
  return attempt;
}

/** After a change of dates or extra time: a deadline becomes later or stays. */
export async function moveDeadlines(model: TimeModel, real: TimedQuiz, sentAt: number): Promise<void> {
  for (const who of [0, 1] as const)
    for (const attempt of runningOf(model, who)) {
      const newDeadline = deadlineOf(model, who, attempt);
      if (newDeadline !== null && attempt.deadlineAt === null && newDeadline <= sentAt) {
        const stored = (await storedAttempts(real, real.learners[who])).find(({ no }) => no === attempt.no);
        attempt.deadlineAt = stored?.deadlineAt?.getTime() ?? 0;
        expect(attempt.deadlineAt).toBeGreaterThanOrEqual(Math.floor(sentAt));
        expect(attempt.deadlineAt).toBeLessThanOrEqual(steadyNow());
      } else attempt.deadlineAt = newDeadline === null ? null : Math.max(newDeadline, attempt.deadlineAt ?? 0);
    }
}

const earlier = (instant: number | null, ms: number) => (instant === null ? null : instant - ms);

/** Moves everything into the past, and on until no deadline is near. */
export async function pass(model: TimeModel, { server, quizId }: TimedQuiz, seconds: number): Promise<void> {
  const running = ([0, 1] as const).flatMap((who) => runningOf(model, who));
  const ends = running.flatMap(({ deadlineAt, graceS }) =>
    deadlineAt === null ? [] : [deadlineAt, deadlineAt + graceS * S],
  );
  const instants = [...ends, ...[model.opensAt, model.closesAt].filter((instant) => instant !== null)];
  const isNear = (passed: number) => {
    const now = steadyNow() + passed * S;
    return instants.some((instant) => instant > now - S && instant < now + SLACK_S * S);
  };
  let passed = seconds;
  while (isNear(passed)) passed += 1;
  if (passed === 0) return;
  const time = sql`make_interval(secs => ${passed})`;
  const began = model.outages.map(({ beganAt }) => new Date(beganAt));
  await sql`
    WITH dates AS (
      UPDATE quiz_access SET opens_at = opens_at - ${time}, closes_at = closes_at - ${time} WHERE quiz_id = ${quizId}
    ), granted AS (
      UPDATE quiz_outage_grant SET outage_began_at = outage_began_at - ${time} WHERE quiz_id = ${quizId}
    ), outages AS (
      UPDATE server_outage SET began_at = began_at - ${time}, ended_at = ended_at - ${time}
      WHERE began_at = ANY (${began})
    )
    UPDATE quiz_attempt SET started_at = started_at - ${time}, deadline_at = deadline_at - ${time},
      submitted_at = submitted_at - ${time} WHERE quiz_id = ${quizId}
  `.execute(server.owner);
  const ms = passed * S;
  model.opensAt = earlier(model.opensAt, ms);
  model.closesAt = earlier(model.closesAt, ms);
  model.outages = model.outages.map(({ beganAt, isGranted }) => ({ beganAt: beganAt - ms, isGranted }));
  for (const attempt of model.attempts.flat()) {
    attempt.startedAt -= ms;
    attempt.deadlineAt = earlier(attempt.deadlineAt, ms);
  }
}
