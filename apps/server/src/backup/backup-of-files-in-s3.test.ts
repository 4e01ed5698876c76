/** Backups of an installation with files in an S3 store: our own test server, which checks the signatures of requests. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type BackupWorld, createBackupWorld, NOW, signal } from "#testing/backup-world.ts";
import { filesInS3, namesIn, PREFIX, placeIn } from "#testing/files-in-s3.ts";
import { type S3StandIn, startS3StandIn } from "#testing/s3-stand-in.ts";
import { type Config, readConfig } from "../config.ts";
import { encryptedWith, KEY_BYTES, PLAIN } from "./backup-cipher.ts";
import { isStored, readFileList } from "./backup-format.ts";
import { restore } from "./restore.ts";
import { s3Store } from "./s3-store.ts";
import { verifyBackup } from "./verify-backup.ts";

const cipher = encryptedWith(randomBytes(KEY_BYTES));
const LARGE = randomBytes(150_000);
const FILES: Readonly<Record<string, Buffer>> = {
  "installation-id": Buffer.from("an-id\n"),
  "mails/1/7.eml": Buffer.from("To: Lena"),
  "media/1/3f": Buffer.from("a picture"),
  "slides/1/7/original": LARGE,
  "slides/1/8/original": LARGE,
  "uploads/1-9/0": Buffer.from("received"),
};

let world: BackupWorld;
let standIn: S3StandIn;
beforeAll(async () => {
  [world, standIn] = await Promise.all([createBackupWorld(), startS3StandIn()]);
});
afterAll(async () => {
  await world.close();
  await standIn.close();
});
const files = () => filesInS3(standIn)(world.dataFolder());
beforeEach(async () => {
  world.beginTest();
  standIn.objects.clear();
  standIn.seen.length = 0;
  standIn.fault = () => null;
  for (const [name, bytes] of Object.entries(FILES)) await files().write(name, bytes);
});

const isReadOf = (name: string) => (request: { readonly method: string; readonly key: string }) =>
  request.method === "GET" && request.key === PREFIX + name;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const configFor = (name: string, more: Partial<Config> = {}): Config => ({
  ...readConfig({}, []),
  dataFolder: join(world.folder, `${name}-${world.number()}`),
  ...more,
});
const restored = (options: Omit<Parameters<typeof restore>[0], "log" | "signal">) =>
  restore({ ...options, log: world.server.platform.log, signal });

it("a backup contains all files of the store, not those of the data folder; unchanged ones are not read again", async () => {
  const first = await world.writeBackup({ files: files() });
  expect([first.files, first.bytes]).toEqual([6, Object.values(FILES).reduce((sum, { length }) => sum + length, 0)]);
  const source = { store: world.store(), cipher: PLAIN, signal };
  expect(await verifyBackup({ ...source, backup: first.backup })).toEqual([]);
  await files().write("media/1/3f", Buffer.from("another picture"));
  standIn.seen.length = 0;
  const { backup } = await world.writeBackup({ files: files(), now: later(1) });
  expect(standIn.seen.some(isReadOf("slides/1/7/original"))).toBe(false);
  expect(standIn.seen.some(isReadOf("media/1/3f"))).toBe(true);
  expect(await verifyBackup({ ...source, backup })).toEqual([]);
  // Nothing is left on this machine.
  expect(readdirSync(world.dataFolder()).toSorted()).toEqual(["postgres", "slides", "uploads"]);
  expect(readdirSync(join(world.dataFolder(), "uploads"))).toEqual(["1-9"]);
});

it("a backup contains a chunk of an upload that is completed and removed during the backup", async () => {
  const held = files();
  let isGone = false;
  const leaving: typeof held = {
    ...held,
    async *list(prefix) {
      // After uploads were held: a listing of the whole store.
      if (prefix === "" && !isGone) {
        isGone = true;
        await held.remove("uploads/1-9/0");
      }
      yield* held.list(prefix);
    },
  };
  const { backup } = await world.writeBackup({ files: leaving });
  expect([isGone, namesIn(standIn).includes("uploads/1-9/0")]).toEqual([true, false]);
  const paths: string[] = [];
  for await (const file of readFileList({ store: world.store(), cipher: PLAIN }, backup))
    if (isStored(file)) paths.push(file.path);
  expect(paths.toSorted()).toEqual(Object.keys(FILES));
});

it("encrypted in another bucket, it is restored only into an empty bucket, also after an interruption", async () => {
  const [other, empty] = await Promise.all([startS3StandIn(), startS3StandIn()]);
  const store = s3Store({ ...placeIn(other), partBytes: 8_192 });
  const { backup } = await world.writeBackup({ files: files(), store, cipher });
  const stored = Buffer.concat([...other.objects.values()].map(({ body }) => body));
  expect(stored.includes(LARGE.subarray(0, 64))).toBe(false);
  const config = configFor("restored", { filesPlace: placeIn(empty) });
  const options = { store, backup, cipher, config };
  empty.fault = ({ method, key }) =>
    method === "PUT" && key.endsWith("slides/1/8/original") ? { status: 403, code: "AccessDenied" } : null;
  await expect(restored(options)).rejects.toThrow("The server cannot reach its file store.");
  expect([namesIn(empty).includes("restoring"), existsSync(config.dataFolder)]).toEqual([true, false]);
  empty.fault = () => null;
  await restored(options);
  expect(namesIn(empty)).toEqual(Object.keys(FILES));
  for (const [name, bytes] of Object.entries(FILES))
    expect(empty.objects.get(PREFIX + name)?.body.equals(bytes), name).toBe(true);
  const again = configFor("again", { filesPlace: placeIn(empty) });
  await expect(restored({ ...options, config: again })).rejects.toThrow(
    "s3://backups/parfocal is not empty. Restore into an empty bucket or prefix.",
  );
  await Promise.all([other.close(), empty.close()]);
});

it("it is restored into a folder, without incomplete uploads", async () => {
  const { backup } = await world.writeBackup({ files: files() });
  const config = configFor("restored");
  mkdirSync(config.dataFolder, { recursive: true });
  await restored({ store: world.store(), backup, cipher: PLAIN, config });
  expect(readFileSync(join(config.dataFolder, "slides/1/8/original")).equals(LARGE)).toBe(true);
  expect(readdirSync(config.dataFolder).toSorted()).toEqual([
    "installation-id",
    "mails",
    "media",
    "postgres",
    "slides",
  ]);
});

it("damaged contents are detected, and not restored", async () => {
  const other = await startS3StandIn();
  const { backup } = await world.writeBackup({ files: files(), store: s3Store(placeIn(other)) });
  other.fault = ({ method, key }) => (method === "GET" && key.includes("/files/") ? "altered" : null);
  const store = s3Store(placeIn(other));
  const problems = await verifyBackup({ store, backup, cipher: PLAIN, signal });
  expect(problems).toHaveLength(5);
  expect(problems[0]).toMatch(/^The file uploads\/1-9\/0 is damaged: s3:\/\/backups\//);
  await expect(restored({ store, backup, cipher: PLAIN, config: configFor("damaged") })).rejects.toThrow("is damaged");
  await other.close();
});
