/**
 * Two servers that share a PostgreSQL and a data folder, behind Caddy, one of them killed again and again: while
 * annotations are drawn, during an exam, in the middle of an upload and of a conversion. Both start at once on an empty
 * database. Nothing acknowledged is lost, and the other server takes a killed one's conversion within ten seconds.
 *
 * Usage: node lab/two-nodes.ts [--kills 20] [--learners 50]
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { findFreePort } from "../scripts/find-free-port.ts";
import { compareWithServer, startAnnotationWriters } from "./annotation-writers.ts";
import { startBalancer } from "./balancer.ts";
import { queryDatabase } from "./database-of.ts";
import { addExam, countLost, Sitting } from "./exam/exam.ts";
import { startExternalPostgres } from "./external-postgres.ts";
import { endWithin, numberFromCommandLine, tell } from "./figures.ts";
import { addLearners, SITE_ID } from "./learners.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";
import { askUntilDone, makeStrips, uploadThrough } from "./steady-client.ts";
import { childrenOf, isSandbox } from "./upload-file.ts";

const CHECK = "two nodes";
/** Issue 19, part 1. */
const TAKEN_OVER_WITHIN_MS = 10_000;
const EXAM_LASTS_S = 3_600;
const KILL_EVERY_MS = 1_000;
const POLL_MS = 100;

const kills = numberFromCommandLine("kills", 20);
const learners = numberFromCommandLine("learners", 50);
endWithin(240_000 + kills * 30_000);

const postgres = await startExternalPostgres(CHECK);
const dataFolder = mkdtempSync(join(tmpdir(), "parfocal-nodes-"));
// The balancer knows the servers by their ports: they keep them over restarts.
const ports = [await findFreePort(), await findFreePort()];
const balancer = await startBalancer(CHECK, ports);
const nodes: ServerUnderTest[] = await Promise.all(
  ports.map((port, index) =>
    prepareServer({
      dataFolder,
      ...(index === 0 ? { slide: join(import.meta.dirname, "../fixtures/pyramid.tif") } : {}),
      environment: { DATABASE_URL: postgres.url, PORT: String(port), PARFOCAL_TRUST_PROXY: "127.0.0.1" },
    }),
  ),
);

/** Kills the nodes in turn, each once the other answers again. */
async function killInTurn(count: number): Promise<void> {
  for (let kill = 0; kill < count; kill += 1) {
    const node = nodes[kill % nodes.length] as ServerUnderTest;
    await pause(KILL_EVERY_MS * (0.5 + Math.random()));
    await node.kill();
    await pause(KILL_EVERY_MS * Math.random());
    await node.start();
  }
}

async function drawAndKill(through: ServerUnderTest, token: string) {
  const imageId = Number(/i(\d+)\/$/.exec(through.slidePath)?.[1]);
  const writers = startAnnotationWriters(through, { count: 4, token, imageId });
  await killInTurn(Math.ceil(kills / 2));
  await writers.stop();
  const { lost, doubled, unasked } = await compareWithServer(through, {
    token,
    imageId,
    acknowledged: writers.acknowledged,
  });
  return { lost, doubled, unasked, writes: writers.acknowledgedWrites };
}

async function examAndKill(through: ServerUnderTest, token: string) {
  const quizId = await addExam(through, token, EXAM_LASTS_S);
  const sittings = (await addLearners(through, learners)).map((learner) => new Sitting(through, quizId, learner));
  let isOver = false;
  const sat = Promise.all(
    sittings.map(async (sitting) => {
      await sitting.start();
      while (!isOver) await sitting.save();
    }),
  );
  await killInTurn(Math.floor(kills / 2));
  isOver = true;
  await sat;
  const lost = await countLost(through, quizId, sittings);
  const exact = await Promise.all(sittings.map((sitting) => sitting.submitTwice()));
  const saves = sittings.reduce((sum, { saveMs }) => sum + saveMs.length, 0);
  return { lost, saves, failures: sittings.flatMap(({ failures }) => failures), isExact: exact.every(Boolean) };
}

const isConverting = async (node: ServerUnderTest): Promise<boolean> => {
  const children = node.isRunning() ? await childrenOf(node.processId()) : [];
  return (await Promise.all(children.map(isSandbox))).some(Boolean);
};

const workerOf = async (server: ServerUnderTest, imageId: number): Promise<string | null> => {
  const rows = await queryDatabase<{ worker: string | null }>(
    server,
    `SELECT worker FROM job JOIN image ON image.slide_file_id = job.subject_id AND image.site_id = job.site_id
     WHERE job.site_id = $1 AND image.item_id = $2 AND job.kind = 'convertImage'`,
    [SITE_ID, imageId],
  );
  return rows[0]?.worker ?? null;
};

/** Kills the node that converts. @returns how long nobody did, in ms. */
async function killConverting(through: ServerUnderTest, token: string, imageId: number): Promise<number> {
  const isReady = async () => (await askUntilDone<Image>(through, token, `/image/${imageId}`)).state !== "processing";
  for (;;) {
    if (await isReady()) throw new Error("the conversion was done before it could be killed");
    for (const node of nodes) {
      if (!(await isConverting(node))) continue;
      const before = await workerOf(through, imageId);
      await node.kill();
      const killedAt = performance.now();
      while ((await workerOf(through, imageId)) === before) {
        if (performance.now() - killedAt > 3 * TAKEN_OVER_WITHIN_MS) throw new Error("nobody took the conversion");
        await pause(POLL_MS);
      }
      const takenAfterMs = performance.now() - killedAt;
      await node.start();
      return takenAfterMs;
    }
    await pause(POLL_MS);
  }
}

async function convertAndKill(through: ServerUnderTest, token: string) {
  const file = await makeStrips();
  let sent = 0;
  const imageId = await uploadThrough(through, token, file, async () => {
    sent += 1;
    // In the middle, while a chunk is on its way.
    if (sent !== 2) return;
    const node = nodes[0] as ServerUnderTest;
    await node.kill();
    void node.start();
  });
  while (!nodes.every((node) => node.isRunning())) await pause(POLL_MS);
  const takenAfterMs = await killConverting(through, token, imageId);
  let image = await askUntilDone<Image>(through, token, `/image/${imageId}`);
  while (image.state === "processing") {
    await pause(POLL_MS);
    image = await askUntilDone<Image>(through, token, `/image/${imageId}`);
  }
  const folders = readdirSync(join(dataFolder, `slides/${SITE_ID}`));
  const hashes = folders.map((name) => hashOf(readFileSync(join(dataFolder, `slides/${SITE_ID}`, name, "original"))));
  const halfMade = readdirSync(join(dataFolder, "slides"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".part"),
  );
  const tiles = await Promise.all(
    nodes.map((node) => fetch(`${node.origin}/tiles/${imageId}/2/0/0/0`, { headers: { "x-site-token": token } })),
  );
  return {
    takenAfterMs,
    state: image.state,
    isEqual: hashes.includes(hashOf(file)),
    halfMade: halfMade.length,
    tiles: tiles.map(({ status }) => status).join("+"),
  };
}

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

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
  const token = await signIn(through);
  const drawn = await drawAndKill(through, token);
  const exam = await examAndKill(through, token);
  for (const failure of exam.failures.slice(0, 20)) process.stdout.write(`${failure}\n`);
  const converted = await convertAndKill(through, token);
  const invariants = await first.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  const hasPassed =
    drawn.lost + drawn.doubled + drawn.unasked + exam.lost + exam.failures.length + converted.halfMade === 0 &&
    drawn.writes > 0 &&
    exam.saves > 0 &&
    exam.isExact &&
    converted.state === "ready" &&
    converted.isEqual &&
    converted.tiles === "200+200" &&
    converted.takenAfterMs <= TAKEN_OVER_WITHIN_MS &&
    invariants.status === 0;
  tell(CHECK, hasPassed, {
    kills: kills + 2,
    annotations_lost: `${drawn.lost}/${drawn.writes}`,
    doubled: drawn.doubled,
    unasked: drawn.unasked,
    answers_lost: `${exam.lost}/${exam.saves}`,
    errors: exam.failures.length,
    exact: `${exam.isExact}`,
    conversion: converted.state,
    taken_over: `${converted.takenAfterMs.toFixed(0)}ms`,
    original: converted.isEqual ? "equal" : "changed",
    half_made: converted.halfMade,
    tiles: converted.tiles,
  });
} finally {
  await Promise.all(nodes.map((node) => node.close()));
  await balancer.stop();
  await postgres.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exit();
