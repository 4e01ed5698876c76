/**
 * REL-21: backups are written while sixteen people draw, and some backups are killed; the server is killed, its data
 * folder deleted, and the newest backup restored, also after a killed restore. Everything that was acknowledged
 * before the backup started must exist.
 *
 * Usage: node lab/backup-restore.ts [--cycles 10]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSame, readDrawn, startAnnotationWriters } from "./annotation-writers.ts";
import { endWithin, numberFromCommandLine, percentile, printResult } from "./figures.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "./server-under-test.ts";

const WRITERS = 16;
/** Duration of writing before and after the start of a backup, ms. */
const WRITING_MS = 400;
/** Maximum lifetime of the killed process, ms. */
const KILL_AFTER_MS = 1_500;
const MAX_MS_A_CYCLE = 60_000;
/** The database stops shortly after its server. */
const GONE = { recursive: true, force: true, maxRetries: 30, retryDelay: 100 } as const;

const cycles = numberFromCommandLine("cycles", 10);
endWithin(60_000 + cycles * MAX_MS_A_CYCLE);

const server = await prepareServer({ slide: join(import.meta.dirname, "../fixtures/pyramid.tif") });
const target = await mkdtemp(join(tmpdir(), "parfocal-backups-"));
process.once("exit", () => void rm(target, { recursive: true, force: true }));
const backUp = ["apps/server/src/backup.ts", target];
const restore = ["apps/server/src/restore.ts", target];
const verify = ["apps/server/src/restore.ts", "--verify", target];

/** @throws Error with its output. */
async function run(words: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const { status, text } = await server.runTool(words);
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}:\n${text}`);
  return performance.now() - startedAt;
}

const killed = (words: readonly string[]) => server.runTool(words, { killAfterMs: Math.random() * KILL_AFTER_MS });

interface Cycle {
  readonly token: string;
  readonly imageId: number;
}

/** @returns the number of lost annotations, and the total. */
async function lose(of: ServerUnderTest, { token, imageId }: Cycle): Promise<{ lost: number; acknowledged: number }> {
  const writers = startAnnotationWriters(of, { count: WRITERS, token, imageId });
  await pause(WRITING_MS);
  await killed(backUp);
  const before = new Map([...writers.states].map(([id, states]) => [id, states.length - 1]));
  backupsMs.push(await run(backUp));
  await pause(WRITING_MS);
  await writers.stop();
  await run(verify);
  await of.kill();
  await rm(of.dataFolder, GONE);
  await killed(restore);
  // A killed backup is either complete or left nothing.
  const { status } = await of.runTool(restore);
  if (status !== 0) await run(["apps/server/src/database-task.ts", "invariants"]);
  await of.start();
  const stored = await readDrawn(of, { token, imageId });
  // An annotation may have been changed several times between the start of the backup and its snapshot.
  const lost = [...before].filter(
    ([id, last]) =>
      !writers.states
        .get(id)
        ?.slice(last)
        .some((state) => isSame(stored.get(id), state)),
  );
  return { lost: lost.length, acknowledged: before.size };
}

const backupsMs: number[] = [];
try {
  await server.start();
  const token = await signIn(server);
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
  let lost = 0;
  let acknowledged = 0;
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const found = await lose(server, { token, imageId });
    lost += found.lost;
    acknowledged += found.acknowledged;
  }
  const invariants = await server.runDatabaseTask("invariants");
  if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
  printResult("REL-21", lost === 0 && acknowledged > 0 && invariants.status === 0, {
    lost: `${lost}/${acknowledged}`,
    cycles,
    backup_p50: `${Math.round(percentile(backupsMs, 0.5))}ms`,
  });
} finally {
  await server.close();
  await rm(target, { recursive: true, force: true });
}
process.exit();
