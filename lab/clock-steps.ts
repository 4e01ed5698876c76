/**
 * REL-16: clocks are set forward and back while a timed quiz runs, by an hour, a day, a second (a leap second), and
 * into the night of the change to summer time: that of the server's machine and that of the database's machine, each
 * separately. Nobody gains or loses time: the remaining time continues evenly, an attempt started afterwards has the
 * whole time limit, an answer within the grace period is accepted and one after it is rejected, and the server ends the
 * attempt at its deadline.
 *
 * Then servers are restarted after a step. A server whose own clock was changed uses the database's, and nothing moves.
 * If the database's clock was changed, deadlines are at their wall-clock time (rule D-2), and this is reported: as an
 * outage of that length in the results, which a teacher can compensate with one call, or as an error in the log if the
 * clock was set back.
 *
 * Needs libfaketime (Debian: apt install faketime) and PostgreSQL 15; if they are missing, it prints that and ends.
 *
 * Usage: node lab/clock-steps.ts [--cases 10]     cases: how many steps of the ten are made while all runs
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { QuizClock } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import type { QuizResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { queryDatabase } from "./database-of.ts";
import { addExam } from "./exam/exam.ts";
import { startExternalPostgres } from "./external-postgres.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { type Answer, addLearners, ask, DONE, from, type Learner } from "./learners.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";

const LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
/** Maximum time for which a faked clock may still show the time before the step, s. */
const CACHE_S = 1;
const LONG_S = 3 * 3_600;
const SHORT_S = 4;
/** Within the grace period of 5 s, and after it; both with a margin for a busy machine. */
const IN_GRACE_MS = (SHORT_S + 3) * 1_000;
const TOO_LATE_MS = (SHORT_S + 7) * 1_000;
const CLOSED_AFTER_MS = 4_000;
const HOUR_S = 3_600;
/** Allowed difference of the remaining time from an even clock: the allowance of REL-16. */
const JUMP_MAX_MS = 1_000;
/** The same across a restart, whose first measurement of the database's clock waits for it. */
const RESTART_JUMP_MAX_MS = 2_000;
/** Clocks in Berlin are set forward at 01:00 UTC. */
const SUMMER_TIME = Date.UTC(2027, 2, 28, 1);

if (!existsSync(LIBRARY)) {
  process.stdout.write(`SKIP clock-steps: there is no ${LIBRARY} (Debian: apt install faketime)\n`);
  process.exit();
}
endWithin(420_000);

type Machine = "server" | "database";

/** Clocks that are stepped through a file; the monotonic clock continues, as on a machine whose clock is set. */
class FakedClock {
  readonly #file: string;
  #offsetS = 0;

  constructor(folder: string, machine: Machine) {
    this.#file = join(folder, machine);
    this.step(0);
  }

  /** @param seconds from the clock's current time. */
  step(seconds: number): void {
    this.#offsetS += seconds;
    writeFileSync(this.#file, `${this.#offsetS < 0 ? "" : "+"}${this.#offsetS}\n`, { mode: 0o644 });
  }

  /** Shows the true time again. */
  reset(): void {
    this.step(-this.#offsetS);
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: String(CACHE_S),
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      TZ: "Europe/Berlin",
    };
  }
}

const folder = mkdtempSync("/tmp/parfocal-clocks-");
// The database's account reads its clock from there.
chmodSync(folder, 0o755);
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const clocks = { server: new FakedClock(folder, "server"), database: new FakedClock(folder, "database") };

const postgres = await startExternalPostgres("clock-steps", clocks.database.environment);
const server = await prepareServer({
  environment: {
    ...clocks.server.environment,
    // Row-level security hides all rows from the database's owner.
    DATABASE_URL: postgres.superuserUrl,
    PARFOCAL_TRUST_PROXY: "127.0.0.1",
  },
});

const faults: string[] = [];
let worstMs = 0;
const expectThat = (name: string, isSo: boolean, found: unknown) => {
  if (!isSo) faults.push(`${name}: ${JSON.stringify(found)}`);
};

const call = ({ token, address }: Learner, method: string, path: string, body?: object): Promise<Answer> =>
  ask(server, method, path, { token, headers: from(address), ...(body ? { body } : {}) });

/** One attempt, and the expected course of its time by an unchanged clock. */
class Watched {
  readonly learner: Learner;
  readonly #quizId: number;
  readonly #durationS: number;
  #startedAt = 0;

  constructor(learner: Learner, quizId: number, durationS: number) {
    this.learner = learner;
    this.#quizId = quizId;
    this.#durationS = durationS;
  }

  get path(): string {
    return `/v2/quiz/${this.#quizId}/answer`;
  }

  save(): Promise<Answer> {
    return call(this.learner, "POST", this.path, { quizId: this.#quizId, quizAnswers: [] });
  }

  async start(): Promise<void> {
    const { status } = await this.save();
    this.#startedAt = performance.now();
    if (status !== DONE) throw new Error(`the attempt did not start: ${status}`);
  }

  /** Difference of the remaining time from that of an even clock, ms; positive: time was gained. */
  async gainedMs(): Promise<number> {
    const { status, answer } = await call(this.learner, "GET", `/v2/quizTimer/${this.#quizId}`);
    if (status !== DONE) throw new Error(`no clock was answered: ${status}`);
    const { deadline, serverNow } = answer as QuizClock;
    const remainingMs = Date.parse(deadline ?? "") - Date.parse(serverNow);
    return remainingMs - (this.#durationS * 1_000 - (performance.now() - this.#startedAt));
  }

  async expectEven(name: string, maxMs: number): Promise<void> {
    const gainedMs = await this.gainedMs();
    worstMs = Math.max(worstMs, Math.abs(gainedMs));
    expectThat(`${name}: ms gained`, Math.abs(gainedMs) <= maxMs, gainedMs);
  }

  async pauseUntil(ms: number): Promise<void> {
    await pause(Math.max(0, this.#startedAt + ms - performance.now()));
  }
}

interface Quizzes {
  readonly long: number;
  readonly short: number;
  readonly questionId: number;
}

/**
 * By the database's clock a session may have expired after a step: its user signs in again, and the attempt is the
 * same.
 */
const renewSessions = () => queryDatabase(server, "UPDATE user_session SET created_at = now(), last_seen_at = now()");

/** One step while attempts run. */
async function stepOnce(name: string, { machine, seconds }: Step, { long, short, questionId }: Quizzes): Promise<void> {
  const [atWork, inHurry, later] = (await addLearners(server, 3)) as [Learner, Learner, Learner];
  const running = new Watched(atWork, long, LONG_S);
  const ending = new Watched(inHurry, short, SHORT_S);
  await Promise.all([running.start(), ending.start()]);
  clocks[machine].step(seconds());
  await pause((CACHE_S + 0.5) * 1_000);
  if (machine === "database") await renewSessions();
  await running.expectEven(`${name}, a running attempt`, JUMP_MAX_MS);
  const fresh = new Watched(later, long, LONG_S);
  await fresh.start();
  await fresh.expectEven(`${name}, an attempt started afterwards`, JUMP_MAX_MS);
  const answer = { questionId, questionType: "short-answer", answer: "right", rev: 1 };
  const write = () => call(inHurry, "POST", ending.path, { quizId: short, quizAnswers: [answer] });
  await ending.pauseUntil(IN_GRACE_MS);
  const inGrace = await write();
  expectThat(`${name}, an answer within the grace`, inGrace.status === DONE, inGrace);
  await ending.pauseUntil(TOO_LATE_MS);
  const late = await write();
  expectThat(`${name}, an answer after the grace`, late.status === 400, late);
  await ending.pauseUntil(TOO_LATE_MS + CLOSED_AFTER_MS);
  const [row] = await queryDatabase<Record<string, unknown>>(
    server,
    `SELECT finalised_by, earned_hundredths, extract(epoch FROM submitted_at - started_at)::float8 AS took
     FROM quiz_attempt WHERE user_id = $1 AND quiz_id = $2`,
    [inHurry.id, short],
  );
  const isEnded = row?.finalised_by === "sweeper" && Number(row.earned_hundredths) === 100 && row.took === SHORT_S;
  expectThat(`${name}, an attempt whose time is over`, isEnded, row);
  await running.expectEven(`${name}, the running attempt at the end`, JUMP_MAX_MS);
}

interface Step {
  readonly machine: Machine;
  readonly seconds: () => number;
}
const STEPS: readonly [name: string, seconds: () => number][] = [
  ["an hour back", () => -HOUR_S],
  ["an hour forward", () => HOUR_S],
  ["a day forward", () => 24 * HOUR_S],
  ["a second back", () => -1],
  ["into the night of summer time", () => Math.round((SUMMER_TIME - 3_000 - Date.now()) / 1_000)],
];
const CASES = STEPS.flatMap(([name, seconds]) =>
  (["server", "database"] as const).map((machine) => ({ name: `${name}, ${machine}`, machine, seconds })),
);

async function restart(): Promise<string> {
  await server.kill();
  await server.start();
  // The first heartbeat is written at the start, before the sweeper and its log entry.
  await pause(1_500);
  return server.lastOutput();
}

/** Clocks are correct at first. @returns number of restarts. */
async function stepAndRestart({ long }: Quizzes): Promise<number> {
  for (const clock of Object.values(clocks)) clock.reset();
  await restart();
  const [learner] = (await addLearners(server, 1)) as [Learner];
  const running = new Watched(learner, long, LONG_S);
  await running.start();
  clocks.server.step(-HOUR_S);
  await restart();
  await running.expectEven("a restart after the server's clock was put back", RESTART_JUMP_MAX_MS);
  clocks.server.step(2 * HOUR_S);
  await restart();
  await running.expectEven("a restart after the server's clock was put forward", RESTART_JUMP_MAX_MS);

  clocks.database.step(HOUR_S);
  await restart();
  const lostMs = -(await running.gainedMs());
  expectThat("the wall clock after an hour forward", Math.abs(lostMs - HOUR_S * 1_000) < RESTART_JUMP_MAX_MS, lostMs);
  // By the database's clock the administrator was inactive for an hour.
  const token = await signIn(server);
  const { answer } = await ask(server, "GET", `/v2/quiz/${long}/results`, { token });
  const outage = (answer as QuizResults).outages[0];
  expectThat("an hour forward is reported as an outage", (outage?.lostS ?? 0) >= HOUR_S, outage);
  const given = { seconds: HOUR_S, outageFrom: outage?.from };
  const { status } = await ask(server, "POST", `/v2/quiz/${long}/moreTime`, { token, body: given });
  expectThat("the lost hour is given", status === DONE, status);
  await running.expectEven("the hour that was given again", RESTART_JUMP_MAX_MS);

  clocks.database.step(-HOUR_S);
  const words = await restart();
  const gainedMs = await running.gainedMs();
  expectThat("the wall clock after an hour back", Math.abs(gainedMs - HOUR_S * 1_000) < RESTART_JUMP_MAX_MS, gainedMs);
  expectThat("an hour back is an error in the log", words.includes("the clock was put back"), words.slice(-300));
  return 5;
}

try {
  await server.start();
  const token = await signIn(server);
  const long = await addExam(server, token, LONG_S);
  const short = await addExam(server, token, SHORT_S);
  const { answer } = await ask(server, "GET", `/v2/quiz/${short}`, { token });
  const { questionIds } = answer as { questionIds: readonly number[] };
  const quizzes = { long, short, questionId: questionIds[0] ?? 0 };
  const cases = CASES.slice(0, numberFromCommandLine("cases", CASES.length));
  for (const { name, ...step } of cases) await stepOnce(name, step, quizzes);
  const restarts = await stepAndRestart(quizzes);
  const invariants = await server.runDatabaseTask("invariants");
  expectThat("the database", invariants.status === 0, invariants.text);
  for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
  printResult("REL-16", faults.length === 0, {
    steps: cases.length,
    restarts,
    faults: faults.length,
    largest_jump: `${worstMs.toFixed(0)}ms`,
  });
} finally {
  await server.close();
  await postgres.stop();
}
