/**
 * REL-23: the server is stopped (SIGTERM) repeatedly while sixteen people draw and learners take an exam. Running
 * requests are answered, nothing acknowledged is lost, none fails with a status other than 503, and the process ends in
 * time with status 0.
 *
 * Usage: node lab/stop-under-load.ts [--stops 20] [--learners 50]
 */
import { join } from "node:path";
import { compareWithServer, startAnnotationWriters } from "./annotation-writers.ts";
import { addExam, countLost, Sitting } from "./exam/exam.ts";
import { NO_ANSWER, UNDER_WAY } from "./expected-answers.ts";
import { endWithin, numberFromCommandLine, percentile, printResult } from "./figures.ts";
import { addLearners } from "./learners.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";

const WRITERS = 16;
const LIFE_MS = { min: 300, max: 2_000 };
/** Time limit of the server (rule D-12). */
const MAX_STOP_MS = 10_000;
const MAX_MS_A_STOP = 40_000;
const DURATION_S = 3_600;

const stops = numberFromCommandLine("stops", 20);
const learners = numberFromCommandLine("learners", 50);
endWithin(120_000 + stops * MAX_MS_A_STOP);

const server = await prepareServer({
  slide: join(import.meta.dirname, "../fixtures/pyramid.tif"),
  environment: { PARFOCAL_TRUST_PROXY: "127.0.0.1" },
});
try {
  await server.start();
  const token = await signIn(server);
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
  const quizId = await addExam(server, token, DURATION_S);
  const sittings = (await addLearners(server, learners)).map((learner) => new Sitting(server, quizId, learner));
  await Promise.all(sittings.map((sitting) => sitting.start()));
  const writers = startAnnotationWriters(server, { count: WRITERS, token, imageId });
  let isOver = false;
  const saveUntilOver = async (sitting: Sitting) => {
    while (!isOver) await sitting.save();
  };
  const sat = Promise.all(sittings.map(saveUntilOver));
  const stopMs: number[] = [];
  const faults: string[] = [];
  for (let stop = 1; stop <= stops; stop += 1) {
    const before = writers.acknowledgedWrites;
    await pause(LIFE_MS.min + Math.random() * (LIFE_MS.max - LIFE_MS.min));
    // Under load: at least one write since the start.
    while (writers.acknowledgedWrites === before) await pause(5);
    const askedAt = performance.now();
    const status = await server.stop();
    stopMs.push(performance.now() - askedAt);
    if (status !== 0) faults.push(`stop ${stop}: status ${status}\n${server.lastOutput()}`);
    if (/"level":[56]0/.test(server.lastOutput())) faults.push(`stop ${stop}: ${server.lastOutput()}`);
    await server.start();
  }
  await writers.stop();
  isOver = true;
  await sat;
  const { acknowledged, acknowledgedWrites, statuses } = writers;
  const { lost, doubled, unexpected } = await compareWithServer(server, { token, imageId, acknowledged });
  const lostAnswers = await countLost(server, quizId, sittings);
  const answers = sittings.reduce((sum, { saveMs }) => sum + saveMs.length, 0);
  const others = [...statuses.keys()].filter((status) => ![NO_ANSWER, 200, UNDER_WAY, 503].includes(status));
  const refused = sittings.flatMap(({ failures }) => failures);
  faults.push(...refused.filter((failure) => !/ 503 /.test(failure)));
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  for (const fault of faults.slice(0, 10)) process.stdout.write(`${fault}\n`);
  const slowestMs = Math.round(Math.max(...stopMs));
  const hasPassed =
    lost + doubled + unexpected + lostAnswers + others.length + faults.length === 0 &&
    slowestMs <= MAX_STOP_MS &&
    invariants.status === 0;
  printResult("REL-23", hasPassed, {
    stops,
    lost: `${lost}/${acknowledgedWrites}`,
    lost_answers: `${lostAnswers}/${answers}`,
    doubled,
    unexpected,
    refused: (statuses.get(503) ?? 0) + refused.length,
    without_answer: statuses.get(NO_ANSWER) ?? 0,
    other_statuses: others.join("/") || "none",
    faults: faults.length,
    stop_p50: `${Math.round(percentile(stopMs, 0.5))}ms`,
    stop_max: `${slowestMs}ms`,
  });
} finally {
  await server.close();
}
process.exit();
