/**
 * REL-01: the server is killed repeatedly while sixteen people draw. Nothing that it acknowledged may be lost or
 * changed, and no request repeated under its Idempotency-Key may be executed twice.
 *
 * Usage: node lab/kill-server.ts [--cycles 20] [--life-ms 800]
 */
import { join } from "node:path";
import { compareWithServer, startAnnotationWriters } from "./annotation-writers.ts";
import { endWithin, numberFromCommandLine, percentile, printResult } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";

const WRITERS = 16;
/** The server lives between this and `--life-ms` in each cycle. */
const MIN_LIFE_MS = 50;
/** Limit for start, health and first acknowledged write, on a busy machine with two cores, ms. */
const MAX_RECOVERY_P95_MS = 10_000;
const MAX_MS_A_CYCLE = 15_000;

const cycles = numberFromCommandLine("cycles", 20);
const maxLifeMs = numberFromCommandLine("life-ms", 800);
endWithin(60_000 + cycles * (MAX_MS_A_CYCLE + maxLifeMs));

const server = await prepareServer({ slide: join(import.meta.dirname, "../fixtures/pyramid.tif") });
try {
  await server.start();
  const token = await signIn(server);
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
  const writers = startAnnotationWriters(server, { count: WRITERS, token, imageId });
  const recoveriesMs: number[] = [];
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await pause(MIN_LIFE_MS + Math.random() * (maxLifeMs - MIN_LIFE_MS));
    const before = writers.acknowledgedWrites;
    const killedAt = performance.now();
    await server.kill();
    await server.start();
    while (writers.acknowledgedWrites === before) await pause(2);
    recoveriesMs.push(performance.now() - killedAt);
  }
  await writers.stop();
  const { acknowledged, acknowledgedWrites, statuses } = writers;
  const { lost, doubled, unexpected } = await compareWithServer(server, { token, imageId, acknowledged });
  const invariants = await server.runDatabaseTask("invariants");
  const failures = [...statuses].filter(([status]) => ![0, 200, 409, 503].includes(status));
  const recoveryMs = Math.round(percentile(recoveriesMs, 0.95));
  const hasPassed =
    lost + doubled + unexpected === 0 &&
    invariants.status === 0 &&
    failures.length === 0 &&
    recoveryMs <= MAX_RECOVERY_P95_MS;
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  if (failures.length > 0)
    process.stdout.write(`statuses heard: ${JSON.stringify(failures)}\n${server.lastOutput()}\n`);
  printResult("REL-01", hasPassed, {
    lost: `${lost}/${acknowledgedWrites}`,
    doubled,
    unexpected,
    cycles,
    recovery_p50: `${Math.round(percentile(recoveriesMs, 0.5))}ms`,
    recovery_p95: `${recoveryMs}ms`,
  });
} finally {
  await server.close();
}
process.exit();
