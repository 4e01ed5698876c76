/**
 * One of two servers that share PostgreSQL and files is killed repeatedly: while annotations are drawn, during an exam,
 * and each in the middle of an upload and of a conversion. On separate machines one is then cut off.
 */
import { compareWithServer, readDrawn, startAnnotationWriters } from "../annotation-writers.ts";
import { printResult } from "../figures.ts";
import { pause, type ServerUnderTest } from "../server-under-test.ts";
import { type Converted, convertAndKill, type Nodes, slideOf, TAKEN_OVER_WITHIN_MS } from "./convert-and-kill.ts";
import { cutOff, wasHarmless } from "./cut-off.ts";
import { startExam } from "./running-exam.ts";
import { seeChanges } from "./see-changes.ts";
import { type NodesWanted, withTwoNodes } from "./start-nodes.ts";

const KILL_EVERY_MS = 1_000;

interface Trial extends NodesWanted {
  /** Number of kills while annotations are drawn and during the exam. */
  readonly kills: number;
  readonly learners: number;
  /** Number of times that a converting server loses its network; 0 unless they are apart. */
  readonly cuts: number;
}

/** Kills the nodes alternately, each once the other responds again. */
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
  const imageId = slideOf(through);
  const earlier = await readDrawn(through, { token, imageId });
  const writers = startAnnotationWriters(through, { count: 4, token, imageId });
  await killInTurn(nodes, kills);
  await writers.stop();
  const { acknowledgedWrites: writes } = writers;
  const acknowledged = new Map([...earlier, ...writers.acknowledged]);
  return { ...(await compareWithServer(through, { token, imageId, acknowledged })), writes };
}

async function examAndKill(means: Nodes, { kills, learners }: Pick<Trial, "kills" | "learners">) {
  const exam = await startExam(means, learners);
  await killInTurn(means.nodes, kills);
  return exam.end();
}

/** Prints when each stage has ended, since an experiment that hangs prints nothing else. */
function stages(): (name: string) => void {
  const begunAt = performance.now();
  return (name) => process.stdout.write(`${name} after ${((performance.now() - begunAt) / 1000).toFixed(0)} s\n`);
}

/** @returns whether all requirements were met. */
async function cutAll(means: Nodes, { check, cuts, learners }: Trial): Promise<boolean> {
  let areHarmless = true;
  for (let cut = 1; cut <= cuts; cut += 1) {
    const figures = await cutOff(means, learners);
    const isHarmless = wasHarmless(figures);
    areHarmless &&= isHarmless;
    printResult(`${check}, cut off`, isHarmless, { ...figures });
  }
  return areHarmless;
}

async function tryAll(means: Nodes, trial: Trial): Promise<void> {
  const { check, files, proxy, kills, learners } = trial;
  const { nodes } = means;
  const printStage = stages();
  printStage("started");
  const areHarmless = await cutAll(means, trial);
  if (trial.cuts > 0) printStage("cut off and back");
  const drawn = await drawAndKill(means, Math.ceil(kills / 2));
  printStage("drawn");
  const exam = await examAndKill(means, { kills: Math.floor(kills / 2), learners });
  printStage("exam");
  for (const failure of exam.failures.slice(0, 20)) process.stdout.write(`${failure}\n`);
  const converted: Converted[] = [];
  for (const node of nodes) converted.push(await convertAndKill(means, node));
  printStage("converted");
  const [one, two] = converted as [Converted, Converted];
  const wrong = await seeChanges(means, one.imageId, two.imageId);
  for (const sentence of wrong) process.stdout.write(`wrong: ${sentence}\n`);
  const invariants = await nodes[0]?.runDatabaseTask("invariants");
  if (invariants?.status !== 0) process.stdout.write(`${invariants?.text}\n`);
  const takenAfterMs = Math.max(...converted.map((each) => each.takenAfterMs));
  const halfMade = converted.reduce((sum, each) => sum + each.halfMade, 0);
  const hasPassed =
    areHarmless &&
    drawn.lost + drawn.doubled + drawn.unexpected + exam.lost + exam.failures.length + halfMade + wrong.length === 0 &&
    drawn.writes > 0 &&
    exam.saves > 0 &&
    exam.isExact &&
    converted.every(({ state, isEqual, tiles }) => state === "ready" && isEqual && tiles === "200+200") &&
    takenAfterMs <= TAKEN_OVER_WITHIN_MS &&
    invariants?.status === 0;
  printResult(check, hasPassed, {
    files,
    proxy,
    kills: kills + 2 * nodes.length,
    ...(trial.areApart ? { cut_off: trial.cuts } : {}),
    annotations_lost: `${drawn.lost}/${drawn.writes}`,
    doubled: drawn.doubled,
    unexpected: drawn.unexpected,
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

export const tryTwoNodes = (trial: Trial): Promise<void> => withTwoNodes(trial, (means) => tryAll(means, trial));
