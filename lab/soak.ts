/**
 * REL-20: for an hour, learners at a human pace answer, draw and view a slide, while a teacher uploads images that have
 * to be converted and deletes them again. Memory and descriptors of the server's processes do not grow after the
 * warm-up, requests do not become slower, nothing is logged as an error, and no acknowledged answer or drawing is lost.
 *
 * Usage: node lab/soak.ts [--minutes 60] [--learners 200] [--workers 2]
 *
 * In less than 30 minutes the trends are printed but not evaluated: caches are still filling.
 */
import { join } from "node:path";
import { addExam, countLost } from "./exam/exam.ts";
import { endWithin, numberFromCommandLine, printFaults, printResult } from "./figures.ts";
import { countLostDrawings, type Recorder } from "./learner-at-work.ts";
import { addLearners } from "./learners.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";
import { metricsOrigin, readServerFigures, type ServerFigures } from "./soak/server-figures.ts";
import { SoakLearner } from "./soak/soak-learner.ts";
import { uploadUntilOver } from "./soak/soak-teacher.ts";
import { trendOf } from "./soak/trends.ts";

const MINUTE_MS = 60_000;
const MIN_JUDGED_MINUTES = 30;
const MAX_MEMORY_SLOPE_MIB = 1;
/** One descriptor in five minutes, beyond the fluctuation of connections. */
const MAX_DESCRIPTOR_SLOPE = 0.2;
const MAX_SLOWDOWN = 1.2;
const LOOK_EVERY_MS = 10_000;
/** Minimum number, in a short run. */
const LOOKS = 60;
const SHOW_EVERY = 5;
const START_WITHIN_MS = 5_000;
/** Time by which the exam is longer than the run. */
const SPARE_S = 3_600;

const minutes = numberFromCommandLine("minutes", 60);
const learners = numberFromCommandLine("learners", 200);
const workers = numberFromCommandLine("workers", 2);
const durationMs = minutes * MINUTE_MS;
endWithin(durationMs + 10 * MINUTE_MS);

interface Look extends ServerFigures {
  readonly atMs: number;
}

function show({ atMs, memoryMib, descriptors, connections, eventLoopMs }: Look): void {
  const figures = [
    `${memoryMib.toFixed(0)} MiB`,
    `${descriptors} descriptors`,
    `${connections} connections`,
    `event loop ${eventLoopMs.toFixed(0)} ms`,
  ];
  process.stdout.write(`${(atMs / MINUTE_MS).toFixed(1)} min: ${figures.join(", ")}\n`);
}

/** Lines that the server has logged as errors: the buffer of its last output drops older ones. */
const errors = new Set<string>();
const keepErrors = (from: ServerUnderTest): void => {
  for (const [line] of from.lastOutput().matchAll(/^.*"level":[56]0.*$/gm)) errors.add(line);
};

async function watch(server: ServerUnderTest, { startedMs, faults }: Recorder, isOver: () => boolean): Promise<Look[]> {
  const metrics = metricsOrigin(server);
  const looks: Look[] = [];
  for (let next = startedMs; !isOver(); next += Math.min(LOOK_EVERY_MS, durationMs / LOOKS)) {
    await pause(Math.max(0, next - performance.now()));
    keepErrors(server);
    const figures = await readServerFigures(server, metrics).catch((error: unknown) => void faults.push(String(error)));
    if (!figures) continue;
    const look = { atMs: performance.now() - startedMs, ...figures };
    if (look.processes !== (workers === 1 ? 1 : workers + 1)) faults.push(`${look.processes} processes`);
    if (looks.length % SHOW_EVERY === 0) show(look);
    looks.push(look);
  }
  return looks;
}

interface Run {
  readonly recorder: Recorder;
  readonly looks: readonly Look[];
  readonly slides: number;
  readonly lostAnswers: string;
  readonly lostDrawings: string;
  readonly isWhole: boolean;
}

async function run(server: ServerUnderTest, token: string): Promise<Run> {
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
  const quizId = await addExam(server, token, durationMs / 1_000 + SPARE_S);
  const recorder: Recorder = { durations: [], faults: [], startedMs: performance.now() };
  const isOver = () => performance.now() - recorder.startedMs >= durationMs;
  const people = (await addLearners(server, learners)).map(
    (learner) => new SoakLearner(server, { learner, quizId, imageId, recorder }),
  );
  const [looks, slides] = await Promise.all([
    watch(server, recorder, isOver),
    uploadUntilOver(server, { token, isOver, faults: recorder.faults }),
    ...people.map((person) => person.live(isOver, START_WITHIN_MS)),
  ]);
  const sittings = people.map(({ sitting }) => sitting);
  recorder.faults.push(...sittings.flatMap(({ failures }) => failures));
  const lostAnswers = await countLost(server, quizId, sittings);
  const drawings = await countLostDrawings(server, people, imageId);
  const sum = (numberOf: (person: SoakLearner) => number) => people.reduce((all, one) => all + numberOf(one), 0);
  return {
    recorder,
    looks,
    slides,
    lostAnswers: `${lostAnswers}/${sum(({ sitting }) => sitting.saveMs.length)}`,
    lostDrawings: `${drawings.lost}/${drawings.drawn}`,
    isWhole: lostAnswers + drawings.lost === 0,
  };
}

function judge({ recorder, looks, slides, lostAnswers, lostDrawings, isWhole }: Run): void {
  const { durations, faults } = recorder;
  printFaults(faults);
  const medianTrendOf = (numberOf: (look: Look) => number) =>
    trendOf(
      looks.map((look) => ({ atMs: look.atMs, value: numberOf(look) })),
      durationMs,
      0.5,
    );
  const memory = medianTrendOf(({ memoryMib }) => memoryMib);
  const descriptors = medianTrendOf((look) => look.descriptors);
  const eventLoop = medianTrendOf(({ eventLoopMs }) => eventLoopMs);
  const requests = trendOf(durations, durationMs, 0.95);
  const isSteady =
    memory.slopePerMinute <= MAX_MEMORY_SLOPE_MIB &&
    descriptors.slopePerMinute <= MAX_DESCRIPTOR_SLOPE &&
    requests.last <= MAX_SLOWDOWN * requests.first;
  const isJudged = minutes >= MIN_JUDGED_MINUTES;
  printResult("REL-20", isWhole && faults.length === 0 && slides > 0 && (isSteady || !isJudged), {
    minutes,
    learners,
    requests: durations.length,
    slides,
    lost_answers: lostAnswers,
    lost_drawings: lostDrawings,
    faults: faults.length,
    trends: isJudged ? "judged" : "shown",
    memory_slope: `${memory.slopePerMinute.toFixed(2)}MiB/min`,
    memory: `${memory.first.toFixed(0)}-${memory.last.toFixed(0)}MiB`,
    descriptor_slope: `${descriptors.slopePerMinute.toFixed(2)}/min`,
    descriptors: `${descriptors.first}-${descriptors.last}`,
    p95: `${requests.first.toFixed(0)}-${requests.last.toFixed(0)}ms`,
    event_loop_p99: `${eventLoop.first.toFixed(0)}-${eventLoop.last.toFixed(0)}ms`,
    connections: Math.max(...looks.map(({ connections }) => connections)),
    waiting: Math.max(...looks.map(({ waiting }) => waiting)),
  });
}

const server = await prepareServer({
  slide: join(import.meta.dirname, "../fixtures/pyramid.tif"),
  // Calls are counted per address: each learner has a separate one.
  environment: {
    PARFOCAL_TRUST_PROXY: "127.0.0.1",
    PARFOCAL_METRICS_PORT: "0",
    PARFOCAL_WORKERS: String(workers),
  },
});
try {
  await server.start();
  const token = await signIn(server);
  const outcome = await run(server, token);
  keepErrors(server);
  outcome.recorder.faults.push(...errors);
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) outcome.recorder.faults.push(invariants.text);
  judge(outcome);
} finally {
  await server.close();
}
process.exit();
