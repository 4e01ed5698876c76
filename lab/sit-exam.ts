/**
 * REL-09, REL-10 and kill -9 during an exam: learners start a timed quiz within five seconds, save twenty answers each
 * while their clocks request the time every three seconds, and in the last second all submit, each twice concurrently.
 * Then others take it while the server is killed repeatedly. Every confirmed answer exists, every learner has one
 * attempt with its points, and no submission that arrived in time is rejected. Speed is measured with a thousand
 * learners only.
 *
 * Usage: node lab/sit-exam.ts [--learners 1000] [--saves 20] [--seconds 40] [--kills 10]
 */
import { readFileSync } from "node:fs";
import { addExam, countAttempts, countLost, moveDeadlines, Sitting } from "./exam/exam.ts";
import { endWithin, numberFromCommandLine, percentile, printResult } from "./figures.ts";
import { addLearners } from "./learners.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";

const START_WITHIN_MS = 5_000;
const CLOCK_EVERY_MS = 3_000;
const SUBMIT_WITHIN_MS = 1_000;
/** Longer than the exam, whose end is set when all have started. */
const DURATION_S = 3_600;
/** Minimum number of learners for measuring durations. */
const TIMED_LEARNERS = 1_000;
const SLOW_SAVE_MS = 500;
const SLOW_SUBMIT_MS = 3_000;
/** Learners for the kills; most of the learners only create load. */
const KILLED_LEARNERS = 50;
const KILL_EVERY_MS = 1_500;

const learners = numberFromCommandLine("learners", 1_000);
const saves = numberFromCommandLine("saves", 20);
const seconds = numberFromCommandLine("seconds", 40);
const kills = numberFromCommandLine("kills", 10);
endWithin(300_000 + seconds * 3_000 + kills * 20_000);

/** Calls are counted per address: each learner has a separate one. */
const server = await prepareServer({ environment: { PARFOCAL_TRUST_PROXY: "127.0.0.1" } });

/** Randomly distributed saves, and the clock's requests between them. */
async function sit(sitting: Sitting, endAt: number): Promise<void> {
  await pause(Math.random() * START_WITHIN_MS);
  await sitting.start();
  const left = () => endAt - performance.now();
  const clock = (async () => {
    for (; left() > CLOCK_EVERY_MS; await pause(CLOCK_EVERY_MS)) await sitting.reportTime();
  })();
  for (let count = saves; count > 0; count -= 1) {
    await pause((Math.max(0, left()) / count) * Math.random() * 1.5);
    await sitting.save();
  }
  await clock;
}

const megabytesOf = ({ processId }: ServerUnderTest): number =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId()}/status`, "utf8"))?.[1] ?? 0) / 1024);

const failuresOf = (sittings: readonly Sitting[]): string[] => sittings.flatMap(({ failures }) => failures);

async function takeExam(token: string) {
  const quizId = await addExam(server, token, DURATION_S);
  const sittings = (await addLearners(server, learners)).map((learner) => new Sitting(server, quizId, learner));
  const endAt = performance.now() + START_WITHIN_MS + seconds * 1_000;
  await Promise.all(sittings.map((sitting) => sit(sitting, endAt)));
  const lost = await countLost(server, quizId, sittings);
  await moveDeadlines(server, quizId, new Date(Date.now() + SUBMIT_WITHIN_MS));
  const exact = await Promise.all(
    sittings.map(async (sitting) => {
      await pause(Math.random() * SUBMIT_WITHIN_MS);
      return sitting.submitTwice();
    }),
  );
  const stored = await countAttempts(server, quizId);
  const points = sittings.reduce((sum, { score }) => sum + score, 0);
  const isWhole =
    stored.attempts === learners &&
    stored.people === learners &&
    stored.submitted === learners &&
    stored.points === points &&
    exact.every(Boolean);
  return { sittings, lost, isWhole, memoryMb: megabytesOf(server) };
}

/** All save continuously; requests without a response are repeated after the restart. */
async function takeExamWithKills(token: string) {
  const quizId = await addExam(server, token, DURATION_S);
  const people = await addLearners(server, Math.min(learners, KILLED_LEARNERS));
  const sittings = people.map((learner) => new Sitting(server, quizId, learner));
  let isOver = false;
  const sat = Promise.all(
    sittings.map(async (sitting) => {
      await sitting.start();
      while (!isOver) await sitting.save();
    }),
  );
  for (let count = 0; count < kills; count += 1) {
    await pause(KILL_EVERY_MS * (0.5 + Math.random()));
    await server.kill();
    await server.start();
  }
  isOver = true;
  await sat;
  const lost = await countLost(server, quizId, sittings);
  const exact = await Promise.all(sittings.map((sitting) => sitting.submitTwice()));
  return { sittings, lost, isWhole: exact.every(Boolean) };
}

try {
  await server.start();
  const token = await signIn(server);
  const exam = await takeExam(token);
  const killed = await takeExamWithKills(token);
  const failures = failuresOf([...exam.sittings, ...killed.sittings]);
  for (const failure of failures.slice(0, 20)) process.stdout.write(`${failure}\n`);
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  const saveMs = exam.sittings.flatMap((sitting) => sitting.saveMs);
  const submitMs = exam.sittings.map((sitting) => sitting.submitMs);
  const isFast =
    learners < TIMED_LEARNERS ||
    (percentile(saveMs, 0.95) <= SLOW_SAVE_MS && percentile(submitMs, 0.99) <= SLOW_SUBMIT_MS);
  const isExact = exam.isWhole && killed.isWhole && exam.lost + killed.lost === 0 && failures.length === 0;
  printResult("REL-09 REL-10", isExact && isFast && invariants.status === 0, {
    learners,
    saves: saveMs.length,
    lost: exam.lost + killed.lost,
    errors: failures.length,
    exact: `${exam.isWhole}`,
    save_p50: `${percentile(saveMs, 0.5).toFixed(0)}ms`,
    save_p95: `${percentile(saveMs, 0.95).toFixed(0)}ms`,
    save_p99: `${percentile(saveMs, 0.99).toFixed(0)}ms`,
    submit_p99: `${percentile(submitMs, 0.99).toFixed(0)}ms`,
    server_memory: `${exam.memoryMb}MB`,
    kills,
    exact_after_kills: `${killed.isWhole}`,
  });
} finally {
  await server.close();
}
