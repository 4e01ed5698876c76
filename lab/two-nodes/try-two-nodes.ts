/**
 * Two servers with one PostgreSQL and one place of files, behind a proxy, one of them killed again and again: while annotations
 * are drawn, during an exam, and each in the middle of an upload and of a conversion. Both start at once on an empty
 * database.
 */
import { join } from "node:path";
import { findFreePort } from "../../scripts/find-free-port.ts";
import { compareWithServer, startAnnotationWriters } from "../annotation-writers.ts";
import { type ProxyName, startBalancer } from "../balancer.ts";
import { addExam, countLost, Sitting } from "../exam/exam.ts";
import { startExternalPostgres } from "../external-postgres.ts";
import { tell } from "../figures.ts";
import { addLearners } from "../learners.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "../server-under-test.ts";
import { type Converted, convertAndKill, type Nodes, TAKEN_OVER_WITHIN_MS } from "./convert-and-kill.ts";
import { seeChanges } from "./see-changes.ts";
import { type FilesKind, shareFiles } from "./shared-files.ts";

const EXAM_LASTS_S = 3_600;
const KILL_EVERY_MS = 1_000;

interface Trial {
  /** Name of the experiment. */
  readonly check: string;
  readonly files: FilesKind;
  readonly proxy: ProxyName;
  /** While annotations are drawn and during the exam. */
  readonly kills: number;
  readonly learners: number;
}

/** Kills the nodes in turn, each once the other answers again. */
async function killInTurn(nodes: readonly ServerUnderTest[], count: number): Promise<void> {
  for (let kill = 0; kill < count; kill += 1) {
    const node = nodes[kill % nodes.length] as ServerUnderTest;
    await pause(KILL_EVERY_MS * (0.5 + Math.random()));
    await node.kill();
    await pause(KILL_EVERY_MS * Math.random());
    await node.start();
  }
}

async function drawAndKill({ through, nodes, token }: Nodes, kills: number) {
  const imageId = Number(/i(\d+)\/$/.exec(through.slidePath)?.[1]);
  const writers = startAnnotationWriters(through, { count: 4, token, imageId });
  await killInTurn(nodes, kills);
  await writers.stop();
  const { acknowledged, acknowledgedWrites: writes } = writers;
  return { ...(await compareWithServer(through, { token, imageId, acknowledged })), writes };
}

async function examAndKill({ through, nodes, token }: Nodes, { kills, learners }: Pick<Trial, "kills" | "learners">) {
  const quizId = await addExam(through, token, EXAM_LASTS_S);
  const sittings = (await addLearners(through, learners)).map((learner) => new Sitting(through, quizId, learner));
  let isOver = false;
  const sat = Promise.all(
    sittings.map(async (sitting) => {
      await sitting.start();
      while (!isOver) await sitting.save();
    }),
  );
  await killInTurn(nodes, kills);
  isOver = true;
  await sat;
  const lost = await countLost(through, quizId, sittings);
  const exact = await Promise.all(sittings.map((sitting) => sitting.submitTwice()));
  const saves = sittings.reduce((sum, { saveMs }) => sum + saveMs.length, 0);
  return { lost, saves, failures: sittings.flatMap(({ failures }) => failures), isExact: exact.every(Boolean) };
}

/** Prints when each stage has ended, since an experiment that hangs says nothing else. */
function stages(): (name: string) => void {
  const begunAt = performance.now();
  return (name) => process.stdout.write(`${name} after ${((performance.now() - begunAt) / 1000).toFixed(0)} s\n`);
}

async function tryAll(means: Nodes, { check, files, proxy, kills, learners }: Trial): Promise<void> {
  const { nodes } = means;
  const tellStage = stages();
  tellStage("started");
  const drawn = await drawAndKill(means, Math.ceil(kills / 2));
  tellStage("drawn");
  const exam = await examAndKill(means, { kills: Math.floor(kills / 2), learners });
  tellStage("exam");
  for (const failure of exam.failures.slice(0, 20)) process.stdout.write(`${failure}\n`);
  const converted: Converted[] = [];
  for (const node of nodes) converted.push(await convertAndKill(means, node));
  tellStage("converted");
  const [one, two] = converted as [Converted, Converted];
  const wrong = await seeChanges(means, one.imageId, two.imageId);
  for (const sentence of wrong) process.stdout.write(`wrong: ${sentence}\n`);
  const invariants = await nodes[0]?.runDatabaseTask("invariants");
  if (invariants?.status !== 0) process.stdout.write(`${invariants?.text}\n`);
  const takenAfterMs = Math.max(...converted.map((each) => each.takenAfterMs));
  const halfMade = converted.reduce((sum, each) => sum + each.halfMade, 0);
  const hasPassed =
    drawn.lost + drawn.doubled + drawn.unasked + exam.lost + exam.failures.length + halfMade + wrong.length === 0 &&
    drawn.writes > 0 &&
    exam.saves > 0 &&
    exam.isExact &&
    converted.every(({ state, isEqual, tiles }) => state === "ready" && isEqual && tiles === "200+200") &&
    takenAfterMs <= TAKEN_OVER_WITHIN_MS &&
    invariants?.status === 0;
  tell(check, hasPassed, {
    files,
    proxy,
    kills: kills + 2 * nodes.length,
    annotations_lost: `${drawn.lost}/${drawn.writes}`,
    doubled: drawn.doubled,
    unasked: drawn.unasked,
    answers_lost: `${exam.lost}/${exam.saves}`,
    errors: exam.failures.length,
    exact: `${exam.isExact}`,
    conversions: converted.map(({ state }) => state).join("+"),
    taken_over: `${takenAfterMs.toFixed(0)}ms`,
    originals: converted.every(({ isEqual }) => isEqual) ? "equal" : "changed",
    half_made: halfMade,
    tiles: converted.map(({ tiles }) => tiles).join("+"),
    stale: wrong.length,
  });
}

export async function tryTwoNodes(trial: Trial): Promise<void> {
  const postgres = await startExternalPostgres(trial.check);
  const files = await shareFiles(trial.check, trial.files);
  // The balancer knows the servers by their ports: they keep them over restarts.
  const ports = [await findFreePort(), await findFreePort()];
  const balancer = await startBalancer(trial.check, ports, trial.proxy);
  const { dataFolder } = files;
  const nodes = await Promise.all(
    ports.map((port, index) =>
      prepareServer({
        ...(dataFolder === undefined ? {} : { dataFolder }),
        ...(index === 0 ? { slide: join(import.meta.dirname, "../../fixtures/pyramid.tif") } : {}),
        environment: {
          ...files.environment,
          DATABASE_URL: postgres.url,
          PORT: String(port),
          PARFOCAL_TRUST_PROXY: "127.0.0.1",
        },
      }),
    ),
  );
  try {
    await Promise.all(nodes.map((node) => node.start()));
    const [first] = nodes as [ServerUnderTest];
    const through: ServerUnderTest = {
      ...first,
      origin: balancer.origin,
      slidePath: first.slidePath,
      databaseUrl: postgres.superuserUrl,
    };
    await balancer.untilOpen();
    await tryAll({ through, nodes, token: await signIn(through), files }, trial);
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await balancer.stop();
    await postgres.stop();
    files.close();
  }
}
