/**
 * REL-02: PostgreSQL and all its processes are killed repeatedly while sixteen people draw. The server keeps running,
 * answers 503 while the database is unavailable, and loses nothing that it acknowledged.
 *
 * Usage: node lab/kill-database.ts [--cycles 10] [--life-ms 1000]
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareWithServer, startAnnotationWriters } from "./annotation-writers.ts";
import { endWithin, numberFromCommandLine, percentile, printResult } from "./figures.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";

const WRITERS = 16;
const MIN_LIFE_MS = 200;
/** Limits for recovery, and for responses while the database is unavailable, ms. */
const MAX_RECOVERY_MS = 5_000;
const MAX_REFUSAL_MS = 4_000;
const MAX_MS_A_CYCLE = 20_000;

const cycles = numberFromCommandLine("cycles", 10);
const maxLifeMs = numberFromCommandLine("life-ms", 1_000);
endWithin(60_000 + cycles * (MAX_MS_A_CYCLE + maxLifeMs));

/** The main process of PostgreSQL, then its children. */
function findDatabaseProcesses(dataFolder: string): number[] {
  const postmaster = Number(readFileSync(join(dataFolder, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster);
  return [postmaster, ...children];
}

/** Null if the process has exited. */
function parentOf(pid: number): number | null {
  try {
    // Source: proc(5): after the name in parentheses come the state and the parent.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
  } catch {
    return null;
  }
}

function killDatabase(dataFolder: string): void {
  for (const pid of findDatabaseProcesses(dataFolder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // A session may have exited by then.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

async function isHealthy(server: ServerUnderTest, statuses: Map<number, number>): Promise<boolean> {
  const { status } = await fetch(`${server.origin}/api/health`).catch(() => ({ status: 0 }));
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return status === 200;
}

const server = await prepareServer({ slide: join(import.meta.dirname, "../fixtures/pyramid.tif") });
try {
  await server.start();
  const token = await signIn(server);
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
  const writers = startAnnotationWriters(server, { count: WRITERS, token, imageId });
  const recoveriesMs: number[] = [];
  const healths = new Map<number, number>();
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await pause(MIN_LIFE_MS + Math.random() * (maxLifeMs - MIN_LIFE_MS));
    const killedAt = performance.now();
    killDatabase(server.dataFolder);
    const before = writers.acknowledgedWrites;
    while (!(await isHealthy(server, healths)) || writers.acknowledgedWrites === before) await pause(10);
    recoveriesMs.push(performance.now() - killedAt);
  }
  await writers.stop();
  const { acknowledged, acknowledgedWrites, statuses, slowestRefusalMs } = writers;
  const { lost, doubled, unexpected } = await compareWithServer(server, { token, imageId, acknowledged });
  const invariants = await server.runDatabaseTask("invariants");
  const heard = new Set([...statuses.keys(), ...healths.keys()]);
  const failures = [...heard].filter((status) => ![200, 409, 503].includes(status));
  const recoveryMs = Math.round(percentile(recoveriesMs, 0.95));
  const hasPassed =
    lost + doubled + unexpected === 0 &&
    invariants.status === 0 &&
    failures.length === 0 &&
    (statuses.get(503) ?? 0) > 0 &&
    server.isRunning() &&
    slowestRefusalMs <= MAX_REFUSAL_MS &&
    recoveryMs <= MAX_RECOVERY_MS;
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  if (failures.length > 0 || !server.isRunning())
    process.stdout.write(`statuses heard: ${JSON.stringify([...statuses])}\n${server.lastOutput()}\n`);
  printResult("REL-02", hasPassed, {
    lost: `${lost}/${acknowledgedWrites}`,
    doubled,
    unexpected,
    cycles,
    refused: statuses.get(503) ?? 0,
    slowest_refusal: `${Math.round(slowestRefusalMs)}ms`,
    recovery_p50: `${Math.round(percentile(recoveriesMs, 0.5))}ms`,
    recovery_p95: `${recoveryMs}ms`,
    server_alive: String(server.isRunning()),
  });
} finally {
  await server.close();
}
process.exit();
