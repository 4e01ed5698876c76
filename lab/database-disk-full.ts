/**
 * REL-05: the disk of the database, a tmpfs, is repeatedly full while sixteen people draw; every second time PostgreSQL
 * also needs a new file for its write-ahead log, and stops. Data that cannot be stored is rejected with 507 or 503 and
 * a message, nothing acknowledged is lost, reading works as long as PostgreSQL runs, and with free space everything
 * works without a restart.
 *
 * Usage, as root: node lab/database-disk-full.ts [--rounds 10] [--seconds 8]
 */
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { compareWithServer, startAnnotationWriters } from "./annotation-writers.ts";
import { queryDatabase } from "./database-of.ts";
import { NO_ANSWER, OUT_OF_SPACE, UNDER_WAY } from "./expected-answers.ts";
import { endWithin, numberFromCommandLine, percentile, printResult } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";
import { mountSmallDisk } from "./small-disk.ts";

const WRITERS = 16;
/** PostgreSQL needs 110 MiB for an empty installation. */
const DISK_MIB = 320;
/** Duration with free space, ms. */
const LIFE_MS = 1_500;
const MAX_RECOVERY_MS = 5_000;
/** For a first rejection while full, or a first success afterwards. */
const MAX_WAIT_MS = 60_000;
const SEGMENT_BYTES = 16 * 2 ** 20;
const MOST_SEGMENTS = Math.ceil((DISK_MIB * 2 ** 20) / SEGMENT_BYTES);

const rounds = numberFromCommandLine("rounds", 10);
const seconds = numberFromCommandLine("seconds", 8);
endWithin(120_000 + rounds * (2 * MAX_WAIT_MS + seconds * 1_000));

const disk = await mountSmallDisk("REL-05", DISK_MIB);
const server = await prepareServer({ slide: join(import.meta.dirname, "../fixtures/pyramid.tif") });

/** @throws Error once PostgreSQL cannot create another file of its log; it then stops. */
async function fillWriteAheadLog(): Promise<void> {
  for (let count = 0; count < MOST_SEGMENTS; count += 1)
    await queryDatabase(server, "SELECT pg_logical_emit_message(true, '', 'full'), pg_switch_wal()");
}

async function until(isDone: () => boolean, what: string): Promise<number> {
  const began = performance.now();
  while (!isDone()) {
    if (performance.now() - began > MAX_WAIT_MS) throw new Error(`${what}, for ${MAX_WAIT_MS / 1_000} s`);
    await pause(2);
  }
  return performance.now() - began;
}

try {
  await mkdir(join(disk.folder, "postgres"), { mode: 0o700 });
  await symlink(join(disk.folder, "postgres"), join(server.dataFolder, "postgres"));
  await server.start();
  const processId = server.processId();
  const token = await signIn(server);
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
  const writers = startAnnotationWriters(server, { count: WRITERS, token, imageId });
  const refusalCount = () => (writers.statuses.get(OUT_OF_SPACE) ?? 0) + (writers.statuses.get(503) ?? 0);
  const recoveriesMs: number[] = [];
  const unread: number[] = [];
  let logsFilled = 0;
  for (let round = 0; round < rounds; round += 1) {
    await pause(LIFE_MS);
    await disk.fill();
    if (round % 2 === 1) {
      await fillWriteAheadLog().catch(() => {
        logsFilled += 1;
      });
    }
    const before = refusalCount();
    await until(() => refusalCount() > before, "nothing was refused on a full disk");
    const endAt = performance.now() + seconds * 1_000;
    while (performance.now() < endAt) {
      const path = `/api/v2/annotation/item/${imageId}?query=mine`;
      const read = await fetch(`${server.origin}${path}`, { headers: { "x-site-token": token } }).catch(() => null);
      await read?.arrayBuffer();
      if (read?.status !== 200 && round % 2 === 0) unread.push(read?.status ?? NO_ANSWER);
      await pause(200);
    }
    await disk.free();
    const acknowledged = writers.acknowledgedWrites;
    recoveriesMs.push(await until(() => writers.acknowledgedWrites > acknowledged, "nothing was acknowledged"));
  }
  await writers.stop();
  const { acknowledged, acknowledgedWrites, statuses, refusals } = writers;
  const { lost, doubled, unexpected } = await compareWithServer(server, { token, imageId, acknowledged });
  const invariants = await server.runDatabaseTask("invariants");
  const others = [...statuses.keys()].filter((status) => ![200, UNDER_WAY, 503, OUT_OF_SPACE].includes(status));
  const recoveryMs = Math.round(percentile(recoveriesMs, 0.95));
  const isSameProcess = server.isRunning() && server.processId() === processId;
  const hasPassed =
    lost + doubled + unexpected + others.length + unread.length === 0 &&
    logsFilled === Math.floor(rounds / 2) &&
    invariants.status === 0 &&
    isSameProcess &&
    recoveryMs <= MAX_RECOVERY_MS;
  if (!hasPassed) process.stdout.write(`${invariants.text}\n${server.lastOutput()}\n`);
  for (const text of refusals) process.stdout.write(`refused: ${text}\n`);
  printResult("REL-05", hasPassed, {
    lost: `${lost}/${acknowledgedWrites}`,
    doubled,
    unexpected,
    rounds,
    logs_filled: logsFilled,
    out_of_space: statuses.get(OUT_OF_SPACE) ?? 0,
    unavailable: statuses.get(503) ?? 0,
    other_statuses: others.join("/") || "none",
    not_read: unread.join("/") || "none",
    recovery_p50: `${Math.round(percentile(recoveriesMs, 0.5))}ms`,
    recovery_p95: `${recoveryMs}ms`,
    server_alive: String(isSameProcess),
  });
} finally {
  await server.close();
}
process.exit();
