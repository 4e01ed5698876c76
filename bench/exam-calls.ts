/**
 * Processor time of an exam's calls, of the server and of its database: start it, open it, save an answer, report the
 * time, submit it twice concurrently. With few and with many concurrent learners: calls that arrive at the same moment
 * are processed together (decision 0147).
 *
 * Usage: node bench/exam-calls.ts [learners at once…]     default: 1 20 200
 */
import { addExam, Sitting } from "../lab/exam/exam.ts";
import { addLearners } from "../lab/learners.ts";
import { prepareServer, signIn } from "../lab/server-under-test.ts";
import { spentBy } from "./processor-time.ts";

/** Number of calls of each type; a single learner makes fewer. */
const CALLS = 1_000;
const CALLS_EACH_MAX = 300;
const WARM_LEARNERS = 10;
const WARM_CALLS_EACH = 20;
const EXAM_S = 3_600;

const sizes = process.argv.slice(2).map(Number);
const server = await prepareServer({ environment: { PARFOCAL_TRUST_PROXY: "127.0.0.1" } });

/** ms of processor time per call. */
async function measure(calls: number, work: () => Promise<unknown>): Promise<string> {
  const before = spentBy(server);
  await work();
  const after = spentBy(server);
  const serverMs = (after.serverMs - before.serverMs) / calls;
  const databaseMs = (after.databaseMs - before.databaseMs) / calls;
  return `${serverMs.toFixed(2)} + ${databaseMs.toFixed(2)}`;
}

async function sitDown(quizId: number, count: number) {
  return (await addLearners(server, count)).map((learner) => new Sitting(server, quizId, learner));
}

const repeat = (sittings: readonly Sitting[], count: number, work: (sitting: Sitting) => Promise<unknown>) =>
  Promise.all(
    sittings.map(async (sitting) => {
      for (let index = 0; index < count; index += 1) await work(sitting);
    }),
  );

try {
  await server.start();
  const quizId = await addExam(server, await signIn(server), EXAM_S);
  const warm = await sitDown(quizId, WARM_LEARNERS);
  await repeat(warm, 1, (sitting) => sitting.start());
  await repeat(warm, WARM_CALLS_EACH, async (sitting) => {
    await sitting.read();
    await sitting.save();
    await sitting.reportTime();
  });
  await repeat(warm, 2, (sitting) => sitting.submitTwice());
  process.stdout.write("| learners at once | start and open | save | time | submit twice |\n|--:|--:|--:|--:|--:|\n");
  for (const size of sizes.length > 0 ? sizes : [1, 20, 200]) {
    const sittings = await sitDown(quizId, size);
    const each = Math.min(CALLS_EACH_MAX, Math.ceil(CALLS / size));
    const start = await measure(size, () => repeat(sittings, 1, (sitting) => sitting.start()));
    const save = await measure(size * each, () => repeat(sittings, each, (sitting) => sitting.save()));
    const time = await measure(size * each, () => repeat(sittings, each, (sitting) => sitting.reportTime()));
    const submit = await measure(size, () => repeat(sittings, 1, (sitting) => sitting.submitTwice()));
    const failures = sittings.flatMap((sitting) => sitting.failures);
    if (failures.length > 0) throw new Error(failures.slice(0, 3).join("\n"));
    process.stdout.write(`| ${[size, start, save, time, submit].join(" | ")} |\n`);
  }
} finally {
  await server.close();
}
