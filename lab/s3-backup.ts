/**
 * Backups in a real S3 store (OpenStack Swift): a first one, a second one that sends only new data, one during which
 * the store becomes unavailable, and the next one; then the data folder is deleted, restored from the store, and
 * compared file by file. An installation whose files are in a bucket is backed up to another bucket and restored into a
 * third. Failures are printed, with exit status 1.
 *
 * Usage: node lab/s3-backup.ts [--megabytes 40]
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";
import { isSwiftInstalled, SWIFT_PACKAGES, startSwift } from "./swift-server.ts";
import { startWire } from "./wire.ts";

const ROOT = join(import.meta.dirname, "..");
const MEGABYTE = 1_000_000;
/** Slightly longer than the time after which a lock that is not renewed is ignored. */
const LOCK_MS = 125_000;
const TARGET = "s3://lab-backups/parfocal";

endWithin(900_000);
if (!isSwiftInstalled()) {
  process.stdout.write(`SKIP s3-backup: there is no OpenStack Swift (Debian: apt install ${SWIFT_PACKAGES})\n`);
  process.exit();
}

/** Hashes of all files in a backup, by path. */
function hashesIn(folder: string, below = ""): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (path === "postgres" || entry.name === "tiles" || entry.name.endsWith(".part")) continue;
    if (entry.isDirectory()) for (const [key, hash] of hashesIn(folder, path)) hashes.set(key, hash);
    else if (entry.isFile())
      hashes.set(
        path,
        createHash("sha256")
          .update(readFileSync(join(folder, path)))
          .digest("hex"),
      );
  }
  return hashes;
}

const megabytes = numberFromCommandLine("megabytes", 40);
const swift = await startSwift();
await swift.createBucket("lab-backups");
const wire = await startWire(swift.port);
const environment = {
  AWS_ACCESS_KEY_ID: swift.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: swift.credentials.secretAccessKey,
  AWS_REGION: swift.region,
  PARFOCAL_S3_ENDPOINT: `http://127.0.0.1:${wire.port}`,
  PARFOCAL_BACKUP_KEY: randomBytes(32).toString("base64"),
};
const server = await prepareServer({ slide: join(ROOT, "fixtures/pyramid.tif"), environment });
const problems: string[] = [];
const expect = (isTrue: boolean, what: string) => void (isTrue || problems.push(what));

async function run(words: readonly string[]) {
  wire.sentBytes = 0;
  wire.receivedBytes = 0;
  const startedAt = performance.now();
  const { status, text } = await server.runTool(words);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const figures = `${(wire.sentBytes / MEGABYTE).toFixed(2)} MB sent, ${(wire.receivedBytes / MEGABYTE).toFixed(2)} MB received, ${seconds} s`;
  process.stdout.write(`${words.slice(1).join(" ")}: status ${status}, ${figures}\n${text}\n`);
  expect(!text.includes(swift.credentials.secretAccessKey), "a secret was printed");
  return { status, text, sentBytes: wire.sentBytes };
}

const writeMedia = (name: string, bytes: number) => {
  const path = join(server.dataFolder, "media/1", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, randomBytes(bytes));
};
const backUp = (...words: string[]) => run(["apps/server/src/backup.ts", ...words]);
const restore = (...words: string[]) => run(["apps/server/src/restore.ts", ...words]);

/** @returns number of restored files, and the total. */
async function backUpFilesInS3(): Promise<string> {
  const [from, to] = ["lab-files", "lab-restored"] as const;
  for (const bucket of [from, to]) await swift.createBucket(bucket);
  const filesIn = (bucket: string) => ({ ...environment, FILES_URL: `s3://${bucket}/parfocal` });
  const first = await prepareServer({ slide: join(ROOT, "fixtures/pyramid.tif"), environment: filesIn(from) });
  const second = await prepareServer({ environment: filesIn(to) });
  const target = "s3://lab-backups/of-files";
  try {
    await first.start();
    await signIn(first);
    const written = await first.runTool(["apps/server/src/backup.ts", target]);
    expect(written.status === 0, `files in S3 are backed up: ${written.text}`);
    const verified = await first.runTool(["apps/server/src/restore.ts", "--verify", target]);
    expect(verified.status === 0, `the backup of files in S3 can be verified: ${verified.text}`);
    const restored = await second.runTool(["apps/server/src/restore.ts", target]);
    expect(restored.status === 0, `files are restored into another bucket: ${restored.text}`);
    await second.start();
    await signIn(second);
    const names = await swift.list(from, "parfocal/");
    const isSame = async (key: string) =>
      (await swift.read(from, key)).equals(await swift.read(to, key).catch(() => Buffer.alloc(0)));
    const same = (await Promise.all(names.map(isSame))).filter(Boolean).length;
    expect(names.length > 1 && same === names.length, `files in S3: ${same} of ${names.length} came back`);
    return `${same}/${names.length}`;
  } finally {
    await first.close();
    await second.close();
  }
}

try {
  const filesInS3 = await backUpFilesInS3();
  await server.start();
  await signIn(server);
  writeMedia("large", megabytes * MEGABYTE);
  const first = await backUp(TARGET);
  expect(first.status === 0 && first.sentBytes > megabytes * MEGABYTE, "the first backup");
  writeMedia("new", MEGABYTE);
  const second = await backUp(TARGET);
  expect(second.status === 0 && second.sentBytes < 3 * MEGABYTE, "the second backup sends what is new");
  expect((await restore("--verify", TARGET)).status === 0, "the second backup can be verified");

  writeMedia("more", megabytes * MEGABYTE);
  writeMedia("another", MEGABYTE);
  wire.cutAfterBytes = (megabytes * MEGABYTE) / 2;
  const broken = await backUp(TARGET);
  expect(broken.status === 1 && /cannot be reached/.test(broken.text), "a store that goes away");
  wire.cutAfterBytes = Number.POSITIVE_INFINITY;
  const wrongTarget = await backUp("s3://nothing-there/parfocal");
  expect(wrongTarget.status === 1 && /There is no bucket "nothing-there"/.test(wrongTarget.text), "a missing bucket");
  const wrong = await run([
    "--import",
    "data:text/javascript,process.env.AWS_SECRET_ACCESS_KEY='another-one'",
    "apps/server/src/restore.ts",
    "--verify",
    TARGET,
  ]);
  expect(wrong.status === 1 && /does not accept the credentials/.test(wrong.text), "wrong credentials");
  // The lock of a run that could not release it expires.
  const refused = await backUp(TARGET);
  expect(refused.status === 1 && /Another backup is being written/.test(refused.text), "the lock of a broken run");
  await pause(LOCK_MS);
  const both = await Promise.all([
    server.runTool(["apps/server/src/backup.ts", "--keep-days", "1", TARGET]),
    backUp("--keep-days", "1", TARGET),
  ]);
  process.stdout.write(`two at once:\n${both.map(({ status, text }) => `${status} ${text}`).join("\n")}\n`);
  expect(
    both.every(({ status }) => status === 0 || status === 1),
    "two at once end in order",
  );
  expect((await backUp("--keep-days", "1", TARGET)).status === 0, "the backup after them");
  expect((await restore("--verify", TARGET)).status === 0, "it can be verified");

  const before = hashesIn(server.dataFolder);
  // Removes its data folder, once its database has stopped.
  await server.close();
  expect((await restore(TARGET)).status === 0, "restored");
  const after = hashesIn(server.dataFolder);
  const same = [...before].filter(([path, hash]) => after.get(path) === hash).length;
  expect(
    same === before.size && after.size === before.size,
    `files: ${same} of ${before.size}, ${after.size} restored`,
  );
  await server.start();
  await signIn(server);
  const invariants = await server.runDatabaseTask("invariants");
  expect(invariants.status === 0, invariants.text);
  for (const problem of problems) process.stdout.write(`wrong: ${problem}\n`);
  printResult("backups in an S3 store", problems.length === 0, {
    files: `${same}/${before.size}`,
    files_in_s3: filesInS3,
    first: `${(first.sentBytes / MEGABYTE).toFixed(1)}MB`,
    second: `${(second.sentBytes / MEGABYTE).toFixed(1)}MB`,
  });
} finally {
  await server.close();
  swift.close();
}
process.exit();
