/**
 * Network partition of a server that converts a slide: its process continues, but reaches neither the database nor the bucket,
 * and the proxy does not reach it. The other server takes over its jobs. Then the network is restored.
 */
import { compareWithServer, readDrawn, startAnnotationWriters } from "../annotation-writers.ts";
import { queryDatabase } from "../database-of.ts";
import { SITE_ID } from "../learners.ts";
import { pause, type ServerUnderTest } from "../server-under-test.ts";
import { makeStrips, uploadThrough } from "../steady-client.ts";
import {
  countHalfMade,
  imageOf,
  isConverting,
  isStoredAs,
  type Nodes,
  slideOf,
  TAKEN_OVER_WITHIN_MS,
  untilReady,
  workerOf,
} from "./convert-and-kill.ts";
import type { Machine } from "./network.ts";
import { startExam } from "./running-exam.ts";

const CUT_MS = 30_000;
/** Requests that were running when it was cut off complete within this time, or never. */
const AFTERWARDS_MS = 20_000;
const POLL_MS = 100;

export interface CutOff {
  readonly lost: string;
  readonly doubled: number;
  readonly unexpected: number;
  readonly answers_lost: string;
  readonly exact: string;
  /** Rejections other than 503, which clients repeat. */
  readonly errors: number;
  readonly refused: number;
  /** Longest time without any confirmed write, ms. */
  readonly silent: number;
  readonly slowest_answer: number;
  /** Time until the other server had taken over the conversion, and until the slide was ready, ms. */
  readonly taken_over: number;
  readonly ready: number;
  /** Connections of the disconnected server that the database still holds at the end of that time. */
  readonly connections: number;
  /** Time from then until it responds. */
  readonly back: number;
  /** Rows and files of the slide that were changed after it came back. */
  readonly changed: string;
  readonly originals: string;
  readonly half_made: number;
}

export const wasHarmless = (cut: CutOff): boolean =>
  /^0\//.test(cut.lost) &&
  /^0\//.test(cut.answers_lost) &&
  cut.doubled + cut.unexpected + cut.errors + cut.connections + cut.half_made === 0 &&
  cut.exact === "true" &&
  cut.changed === "nothing" &&
  cut.originals === "equal+equal" &&
  cut.taken_over <= TAKEN_OVER_WITHIN_MS &&
  cut.silent <= TAKEN_OVER_WITHIN_MS;

/** The server that converts, and the other one. */
async function whoConverts(means: Nodes, imageId: number) {
  const { nodes, machines } = means;
  for (;;) {
    if ((await imageOf(means, imageId)).state !== "processing")
      throw new Error("the conversion was done before a server could be cut off");
    for (const [index, node] of nodes.entries())
      if (await isConverting(node))
        return { node, machine: machines[index] as Machine, other: nodes[1 - index] as ServerUnderTest };
    await pause(POLL_MS);
  }
}

/** Rows and files of a slide, by name. */
async function describeSlide({ through, files }: Nodes, imageId: number): Promise<Map<string, string>> {
  const read = async (table: string, condition: string) =>
    queryDatabase<{ row: object }>(
      through,
      `SELECT to_jsonb(${table}) AS row FROM ${table} JOIN image ON image.site_id = ${table}.site_id AND ${condition}
       WHERE image.item_id = $1 ORDER BY ${table}.id`,
      [imageId],
    );
  const jobs = await read(
    "job",
    "job.subject_id = image.slide_file_id AND job.kind IN ('convertImage', 'completeLevels')",
  );
  const slides = await read("slide_file", "slide_file.id = image.slide_file_id");
  const id = (slides[0]?.row as { id?: number } | undefined)?.id;
  const rows = [...jobs, ...slides].map(({ row }, index): [string, string] => [`row ${index}`, JSON.stringify(row)]);
  return new Map([...rows, ...(await files.versions(`slides/${SITE_ID}/${id}/`))]);
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  for (const name of names) process.stdout.write(`${name}: ${before.get(name)} became ${after.get(name)}\n`);
  return names.join("+").replaceAll(" ", "_") || "nothing";
}

/** Longest time in which a number did not grow, ms. */
function watchGrowth(count: () => number): () => number {
  let [last, since, longest] = [count(), performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - since);
    if (count() !== last) [last, since] = [count(), now];
  }, POLL_MS);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function untilAnswering(node: ServerUnderTest): Promise<void> {
  const ask = () => fetch(`${node.origin}/api/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  while ((await ask())?.status !== 200) await pause(POLL_MS);
}

/** From the cut until well after the reconnection. */
async function cutAndHeal(means: Nodes, imageId: number) {
  const { through } = means;
  const { machine, node, other } = await whoConverts(means, imageId);
  const direct: Nodes = { ...means, through: other };
  const before = await workerOf(through, imageId);
  machine.cut();
  const cutAt = performance.now();
  const since = () => Math.round(performance.now() - cutAt);
  while ((await workerOf(through, imageId)) === before && since() < CUT_MS) await pause(POLL_MS);
  const taken_over = since();
  await untilReady(direct, imageId);
  const ready = since();
  const described = await describeSlide(means, imageId);
  await pause(Math.max(0, CUT_MS - since()));
  const [held] = await queryDatabase<{ count: number }>(
    through,
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE client_addr = $1::inet",
    [machine.address],
  );
  machine.heal();
  const healedAt = performance.now();
  await untilAnswering(node);
  const back = Math.round(performance.now() - healedAt);
  await pause(AFTERWARDS_MS);
  const changed = differences(described, await describeSlide(means, imageId));
  return { taken_over, ready, connections: held?.count ?? 0, back, changed };
}

export async function cutOff(means: Nodes, learners: number): Promise<CutOff> {
  const { through, token } = means;
  const slide = slideOf(through);
  const exam = await startExam(means, learners);
  const earlier = await readDrawn(through, { token, imageId: slide });
  const writers = startAnnotationWriters(through, { count: 4, token, imageId: slide });
  const [file, second] = [await makeStrips(), await makeStrips()];
  const imageId = await uploadThrough(through, token, file);
  const longestSilence = watchGrowth(() => writers.acknowledgedWrites + exam.saves());
  // The second upload is running when the connection is cut.
  const sent = uploadThrough(through, token, second);
  const cut = await cutAndHeal(means, imageId);
  const silent = Math.round(longestSilence());
  const secondId = await sent;
  await untilReady(means, secondId);
  await writers.stop();
  const acknowledged = new Map([...earlier, ...writers.acknowledged]);
  const drawn = await compareWithServer(through, { token, imageId: slide, acknowledged });
  const sat = await exam.end();
  const [refused, errors] = [true, false].map((isWanted) =>
    sat.failures.filter((failure) => failure.includes(" 503 ") === isWanted),
  ) as [string[], string[]];
  for (const failure of errors.slice(0, 20)) process.stdout.write(`${failure}\n`);
  const areStored = await Promise.all([file, second].map((each) => isStoredAs(means, each)));
  return {
    lost: `${drawn.lost}/${writers.acknowledgedWrites}`,
    doubled: drawn.doubled,
    unexpected: drawn.unexpected,
    answers_lost: `${sat.lost}/${sat.saves}`,
    exact: `${sat.isExact}`,
    errors: errors.length,
    refused: refused.length,
    silent,
    slowest_answer: Math.round(sat.slowestMs),
    ...cut,
    originals: areStored.map((isStored) => (isStored ? "equal" : "changed")).join("+"),
    half_made: await countHalfMade(means),
  };
}
