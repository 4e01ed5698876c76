/** Backups in an S3 store: our own test server, which checks the signatures of requests. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type BackupWorld, createBackupWorld, DAY_MS, NOW, readContents, signal } from "#testing/backup-world.ts";
import { type S3StandIn, type SeenRequest, startS3StandIn } from "#testing/s3-stand-in.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { encryptedWith, KEY_BYTES } from "./backup-cipher.ts";
import { findBackup, listBackups } from "./backup-format.ts";
import { s3Store } from "./s3-store.ts";
import { verifyBackup } from "./verify-backup.ts";

const cipher = encryptedWith(randomBytes(KEY_BYTES));
let world: BackupWorld;
let standIn: S3StandIn;
beforeAll(async () => {
  [world, standIn] = await Promise.all([createBackupWorld(), startS3StandIn()]);
});
afterAll(async () => {
  await world.close();
  await standIn.close();
});
beforeEach(() => world.beginTest());
const inS3 = () => {
  const { endpoint, region, bucket, credentials } = standIn;
  const settings = { endpoint, region, bucket, credentials, pauseMs: 1, timeoutMs: 30_000 };
  return s3Store({ settings, prefix: `test-${world.number()}/`, partBytes: 8_192 });
};
const sentBytes = () => standIn.seen.reduce((sum, { bytes }) => sum + bytes, 0);

it("a backup sends new contents encrypted, its manifest last, and can be restored", async () => {
  world.writeFile("slides/1/7/original", "a slide that is easy to find ".repeat(2_000));
  await world.writeBackup({ store: inS3(), cipher });
  const keysOf = (isMeant: (request: SeenRequest) => boolean) => standIn.seen.filter(isMeant).map(({ key }) => key);
  const written = keysOf(({ method, key }) => method === "PUT" && !key.includes("/locks/"));
  expect(written.at(-1)).toMatch(/\/manifest\.json$/);
  const stored = Buffer.concat([...standIn.objects.values()].map(({ body }) => body)).toString("latin1");
  expect(stored).not.toMatch(/a slide that is easy|uploads|site_user/);
  expect([...standIn.objects.keys()].filter((key) => key.includes("/locks/"))).toEqual([]);
  const firstBytes = sentBytes();
  world.writeFile("media/1/new", "new");
  const { backup } = await world.writeBackup({ store: inS3(), cipher, now: new Date(NOW.getTime() + 1) });
  expect(sentBytes() - firstBytes).toBeLessThan(firstBytes - 58_000);
  expect(await verifyBackup({ store: inS3(), backup, cipher, signal })).toEqual([]);
  const restored = await world.restoreInto(await createEmptyDatabase(), cipher, inS3());
  expect(await readContents(restored)).toEqual(await readContents(world.server.owner));
  await restored.destroy();
});

it("an interrupted backup is incomplete; the next sends only the rest, and old ones are deleted manifest first", async () => {
  world.writeFile("slides/1/7/original", "slide ".repeat(10_000));
  let slideParts = 0;
  standIn.fault = ({ method, key, query }) => {
    if (query.has("partNumber") && key.includes("/files/")) slideParts += 1;
    return method === "PUT" && key.endsWith("/files.jsonl") ? { status: 503 } : null;
  };
  const old = new Date(NOW.getTime() - 40 * DAY_MS);
  await expect(world.writeBackup({ store: inS3(), cipher, now: old })).rejects.toThrow("answered 503");
  await expect(findBackup(inS3(), null)).rejects.toThrow("contains no complete backup");
  expect([slideParts, standIn.uploads.size]).toEqual([8, 0]);
  const before = slideParts;
  standIn.fault = ({ key, query }) => {
    if (query.has("partNumber") && key.includes("/files/")) slideParts += 1;
    return null;
  };
  await world.writeBackup({ store: inS3(), cipher, now: new Date(old.getTime() + 1) });
  expect(slideParts).toBe(before);
  standIn.seen.length = 0;
  world.writeFile("slides/1/7/original", "another slide");
  const { backup, deletedBackups } = await world.writeBackup({ store: inS3(), cipher, keptDays: 35 });
  expect(deletedBackups).toBe(2);
  const deleted = standIn.seen.filter(({ method, key }) => method === "DELETE" && key.includes("/backups/"));
  for (const name of new Set(deleted.map(({ key }) => key.split("/")[2])))
    expect(deleted.find(({ key }) => key.split("/")[2] === name)?.key).toMatch(/\/manifest\.json$/);
  expect((await listBackups(inS3())).complete).toEqual([backup]);
  expect(await verifyBackup({ store: inS3(), backup, cipher, signal })).toEqual([]);
});

it("contents altered by the store are detected", async () => {
  const { backup } = await world.writeBackup({ store: inS3(), cipher });
  standIn.fault = ({ method, key }) => (method === "GET" && key.includes("/files/") ? "altered" : null);
  const problems = await verifyBackup({ store: inS3(), backup, cipher, signal });
  expect(problems).toEqual([
    expect.stringMatching(/^The file uploads\/1-9 is damaged: s3:\/\/backups\//),
    expect.stringMatching(/^The file slides\/1\/7\/original is damaged: /),
  ]);
  standIn.fault = () => null;
});
