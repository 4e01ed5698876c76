/**
 * Processor time of calls with statements prepared on the connections compared with unprepared ones (decision 0077):
 * two separate servers, alternating, with the same calls by twenty learners who take a quiz.
 *
 * Usage: node bench/prepared-statements.ts [rounds]
 */
import { addExam, Sitting } from "../lab/exam/exam.ts";
import { percentile } from "../lab/figures.ts";
import { addLearners, ask, type Learner } from "../lab/learners.ts";
import { prepareServer, type ServerUnderTest, signIn } from "../lab/server-under-test.ts";
import { type Spent, spentBy } from "./processor-time.ts";

const LEARNERS = 20;
const CALLS_EACH = 50;
/** Enough for every connection to have planned its statements. */
const WARM_CALLS_EACH = 15;

const rounds = Number(process.argv[2] ?? 3);

const CALLS = {
  "save an answer": (sitting: Sitting) => sitting.save(),
  "ask for the time": (sitting: Sitting) => sitting.reportTime(),
  "read the quiz": (sitting: Sitting) => sitting.read(),
  "list the courses": (_: Sitting, server: ServerUnderTest, { token }: Learner) =>
    ask(server, "GET", "/v2/course/", { token }),
} as const;

async function measure(preparesStatements: boolean): Promise<Map<string, Spent>> {
  const environment = {
    PARFOCAL_TRUST_PROXY: "127.0.0.1",
    PARFOCAL_PREPARED_STATEMENTS: preparesStatements ? "1" : "0",
  };
  const server = await prepareServer({ environment });
  try {
    await server.start();
    const quizId = await addExam(server, await signIn(server), 3_600);
    const sittings = (await addLearners(server, LEARNERS)).map((learner) => new Sitting(server, quizId, learner));
    for (const sitting of sittings) await sitting.start();
    const found = new Map<string, Spent>();
    for (const [name, call] of Object.entries(CALLS)) {
      const all = async (count: number) =>
        Promise.all(
          sittings.map(async (sitting) => {
            for (let index = 0; index < count; index += 1) await call(sitting, server, sitting.learner);
          }),
        );
      await all(WARM_CALLS_EACH);
      const before = spentBy(server);
      await all(CALLS_EACH);
      const after = spentBy(server);
      const calls = LEARNERS * CALLS_EACH;
      found.set(name, {
        serverMs: (after.serverMs - before.serverMs) / calls,
        databaseMs: (after.databaseMs - before.databaseMs) / calls,
      });
    }
    return found;
  } finally {
    await server.close();
  }
}

const without: Map<string, Spent>[] = [];
const withNames: Map<string, Spent>[] = [];
for (let round = 0; round < rounds; round += 1) {
  without.push(await measure(false));
  withNames.push(await measure(true));
}
const median = (all: readonly Map<string, Spent>[], name: string, of: keyof Spent): number =>
  percentile(
    all.map((one) => one.get(name)?.[of] ?? Number.NaN),
    0.5,
  );
process.stdout.write("| call | server ms | database ms | of without: server | database |\n|---|---|---|---|---|\n");
for (const name of Object.keys(CALLS)) {
  const figures = (["serverMs", "databaseMs"] as const).map((of) => ({
    named: median(withNames, name, of),
    plain: median(without, name, of),
  }));
  const texts = figures.map(({ named }) => named.toFixed(2));
  const ratios = figures.map(({ named, plain }) => (named / plain).toFixed(2));
  process.stdout.write(`| ${[name, ...texts, ...ratios].join(" | ")} |\n`);
}
