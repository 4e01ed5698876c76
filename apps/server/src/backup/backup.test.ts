import { createHash, randomBytes, randomUUID } from "node:crypto";
import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, openDatabaseAsOwner } from "#platform/db/database.ts";
import { lastBackupAt } from "#platform/db/last-backup.ts";
import { type BackupWorld, createBackupWorld, DAY_MS, NOW, readContents, signal } from "#testing/backup-world.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { readConfig } from "../config.ts";
import { backUp } from "./back-up.ts";
import { encryptedWith, KEY_BYTES, PLAIN } from "./backup-cipher.ts";
import {
  findBackup,
  listBackups,
  manifestKey,
  nameOfBackup,
  readFileList,
  readManifest,
  tableKey,
} from "./backup-format.ts";
import type { BackupStore } from "./backup-store.ts";
import { folderStore } from "./folder-store.ts";
import { walkFiles } from "./kept-files.ts";
import { restore } from "./restore.ts";
import { verifyBackup } from "./verify-backup.ts";

let world: BackupWorld;
let target: string;
let dataFolder: string;
beforeAll(async () => {
  world = await createBackupWorld();
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  world.beginTest();
  target = world.target();
  dataFolder = world.dataFolder();
});

const store = () => folderStore(target);
const { writeFile, writeBackup, restoreInto }: Pick<BackupWorld, "writeFile" | "writeBackup" | "restoreInto"> = {
  writeFile: (path, text) => world.writeFile(path, text),
  writeBackup: (choices) => world.writeBackup({ store: store(), ...choices }),
  restoreInto: (empty, cipher, from = store()) => world.restoreInto(empty, cipher, from),
};

const endConnections = () =>
  sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
  `.execute(world.server.owner);

const filesOf = async (root: string) => {
  const files: Record<string, string> = {};
  for await (const path of walkFiles(root)) files[path] = readFileSync(join(root, path), { flag: "r" }).toString();
  return files;
};

/** @returns the bytes that streams have read since, in chunks that contain this text. */
function watchReads(text: string): () => number {
  const start = Buffer.from(text);
  let bytes = 0;
  const read = fs.read as (...words: unknown[]) => void;
  vi.spyOn(fs, "read").mockImplementation(((...words: unknown[]) => {
    const done = words.pop() as (error: Error | null, count: number, piece: Buffer) => void;
    read(...words, (error: Error | null, count: number, piece: Buffer) => {
      const at = words[2] as number;
      if (count > 0 && piece.subarray(at, at + count).includes(start)) bytes += count;
      done(error, count, piece);
    });
  }) as typeof fs.read);
  return () => bytes;
}

describe("the database", () => {
  it("knows when the last complete backup began, and once restored when its own did", async () => {
    const lastBackup = async (database: Database) =>
      (await sql<{ at: Date | null }>`SELECT ${lastBackupAt} AS at`.execute(database)).rows[0]?.at;
    await writeBackup({ now: new Date(NOW.getTime() - 1000) });
    await writeBackup();
    await expect(writeBackup({ store: folderStore(join(dataFolder, "backups")) })).rejects.toThrow();
    expect(await lastBackup(world.server.owner)).toEqual(NOW);
    const restored = await restoreInto(await createEmptyDatabase());
    try {
      expect(await lastBackup(restored)).toEqual(NOW);
    } finally {
      await restored.destroy();
    }
  });

  it("is restored with all rows of all sites, computed values, and sequence numbers", async () => {
    const report = await writeBackup();
    const restored = await restoreInto(await createEmptyDatabase());
    try {
      const contents = await readContents(world.server.owner);
      expect(await readContents(restored)).toEqual(contents);
      expect(report.rows).toBeGreaterThan(contents.length);
      const next = sql<{ next: number }>`SELECT nextval(pg_get_serial_sequence('item', 'id')) AS next`;
      expect((await next.execute(restored)).rows).toEqual((await next.execute(world.server.owner)).rows);
    } finally {
      await restored.destroy();
    }
  });

  it("is not restored over another one, nor with a damaged table: it stays empty then", async () => {
    const { backup } = await writeBackup();
    await expect(restoreInto(world.connection)).rejects.toThrow("The database is not empty.");
    const path = join(target, tableKey(backup, "site_user"));
    writeFileSync(path, readFileSync(join(target, tableKey(backup, "site"))));
    const empty = await createEmptyDatabase();
    await expect(restoreInto(empty)).rejects.toThrow();
    const database = openDatabaseAsOwner(empty, { onIdleError: () => {} });
    expect(await database.selectFrom("site").select("id").execute()).toEqual([]);
    await database.destroy();
    expect(await verifyBackup({ store: store(), backup, cipher: PLAIN, signal })).toEqual([
      `The table site_user is damaged: ${path}`,
    ]);
  });

  it("of a newer version is rejected", async () => {
    const { backup } = await writeBackup();
    const manifest = await readManifest({ store: store(), cipher: PLAIN }, backup);
    const newer = { ...manifest, version: "9.9.9", migrations: [...manifest.migrations, "9999-later"] };
    writeFileSync(join(target, manifestKey(backup)), JSON.stringify(newer));
    const config = { ...readConfig({}, []), dataFolder: join(world.folder, `empty-${world.number()}`) };
    await expect(
      restore({ store: store(), backup, cipher: PLAIN, config, log: world.server.platform.log, signal }),
    ).rejects.toThrow("written by version 9.9.9, which is newer");
  });
});

describe("files", () => {
  it("are stored once by their content, and not read again while unchanged", async () => {
    writeFile("media/1/same", "slide");
    const first = await writeBackup();
    expect([first.files, first.bytes]).toEqual([4, "slide".length * 2 + "received".length]);
    const kept = Object.values(await filesOf(join(target, "files")));
    expect(kept.toSorted()).toEqual(["received", "slide"]);
    // Same size and time: treated as the same file.
    const changedAt = NOW.getTime() / 1000;
    for (const text of ["mould", "mount"]) {
      writeFile("slides/1/7/original", text);
      utimesSync(join(dataFolder, "slides/1/7/original"), changedAt, changedAt);
      await writeBackup({ now: new Date(NOW.getTime() + (text === "mould" ? 1 : 2)) });
    }
    expect(Object.values(await filesOf(join(target, "files"))).toSorted()).toEqual(["mould", "received", "slide"]);
    expect((await listBackups(store())).complete).toHaveLength(3);
  });

  it("of old backups are deleted with them, except files of other backups", async () => {
    await writeBackup({ now: new Date(NOW.getTime() - 40 * DAY_MS) });
    writeFile("slides/1/7/original", "new slide");
    const { backup, deletedBackups } = await writeBackup({ keptDays: 35 });
    expect(deletedBackups).toBe(1);
    expect(Object.values(await filesOf(join(target, "files"))).toSorted()).toEqual(["new slide", "received"]);
    expect(await verifyBackup({ store: store(), backup, cipher: PLAIN, signal })).toEqual([]);
  });

  it("that change while they are read are copied first, and the copy is removed", async () => {
    const write = store().write;
    let isChanged = false;
    const changing: BackupStore = {
      ...store(),
      writeAndName: null,
      async write(key, contents, options) {
        if (key.startsWith("files/") && !isChanged) writeFile("uploads/1-9", "received, and more of it");
        isChanged ||= key.startsWith("files/");
        await write(key, contents, options);
      },
    };
    const { backup } = await writeBackup({ store: changing });
    expect(Object.values(await filesOf(join(target, "files"))).toSorted()).toEqual([
      "received, and more of it",
      "slide",
    ]);
    expect(await verifyBackup({ store: store(), backup, cipher: PLAIN, signal })).toEqual([]);
    expect(readdirSync(dataFolder).toSorted()).toEqual(["postgres", "slides", "uploads"]);
  });

  it("that are new are read once in a folder; those of a stored size are compared first, and stored once", async () => {
    const text = randomUUID();
    const mark = Buffer.alloc(3 * 2 ** 20, text);
    mkdirSync(join(dataFolder, "media/1"), { recursive: true });
    writeFileSync(join(dataFolder, "media/1/one"), mark);
    const readBytes = watchReads(text);
    await writeBackup();
    expect(readBytes()).toBe(mark.length);
    writeFileSync(join(dataFolder, "media/1/two"), mark);
    const { backup } = await writeBackup({ now: new Date(NOW.getTime() + 1) });
    expect(readBytes()).toBe(2 * mark.length);
    await writeBackup({
      store: { ...folderStore(`${target}-other`), writeAndName: null },
      now: new Date(NOW.getTime() + 2),
    });
    // Two files: the first is hashed and written, the second is hashed.
    expect(readBytes()).toBe(5 * mark.length);
    const kept = Object.values(await filesOf(join(target, "files"))).filter((content) => content.startsWith(text));
    expect(kept).toHaveLength(1);
    expect(await verifyBackup({ store: store(), backup, cipher: PLAIN, signal })).toEqual([]);
  });

  it("that grow while they are read are stored as they were read", async () => {
    const { writeAndName } = store();
    const growing: BackupStore = {
      ...store(),
      async writeAndName(contents, options) {
        writeFile("uploads/1-9", "received, and more of it");
        await writeAndName?.(contents, options);
      },
    };
    const { backup } = await writeBackup({ store: growing });
    expect(Object.values(await filesOf(join(target, "files")))).toContain("received, and more of it");
    expect(await verifyBackup({ store: store(), backup, cipher: PLAIN, signal })).toEqual([]);
  });

  it("that the store has lost or truncated make a backup incomplete; it is complete once they can be written", async () => {
    const write = store().write;
    const losing: BackupStore = {
      ...store(),
      writeAndName: null,
      write: async (key, ...words) => (key.startsWith("files/") ? undefined : write(key, ...words)),
    };
    await expect(writeBackup({ store: losing })).rejects.toThrow("was written, but is not there");
    await expect(findBackup(store(), null)).rejects.toThrow("contains no complete backup");
    await writeBackup({ now: new Date(NOW.getTime() + 1) });
    const [name = ""] = Object.keys(await filesOf(join(target, "files")));
    writeFileSync(join(target, "files", name), "");
    const { backup } = await writeBackup({ now: new Date(NOW.getTime() + 2) });
    expect(await verifyBackup({ store: store(), backup, cipher: PLAIN, signal })).toEqual([]);
  });

  it("that are missing are reported", async () => {
    const { backup } = await writeBackup();
    for (const path of Object.keys(await filesOf(join(target, "files")))) rmSync(join(target, "files", path));
    expect(await verifyBackup({ store: store(), backup, cipher: PLAIN, signal })).toEqual([
      expect.stringMatching(/^The file uploads\/1-9 is missing: /),
      expect.stringMatching(/^The file slides\/1\/7\/original is missing: /),
    ]);
  });
});

it("an upload that is moved during the backup is stored under both paths", async () => {
  const client = new pg.Client(world.connection);
  await client.connect();
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  const move = (words: unknown[]) => {
    if (!String(words[0]).includes("pg_sequences")) return query(...words);
    writeFile("slides/1/9/original", "");
    renameSync(join(dataFolder, "uploads/1-9"), join(dataFolder, "slides/1/9/original"));
    return query(...words);
  };
  Object.assign(client, { query: (...words: unknown[]) => move(words) });
  const { backup } = await backUp(client, world.defaults());
  await client.end();
  const paths: string[] = [];
  for await (const file of readFileList({ store: store(), cipher: PLAIN }, backup)) paths.push(file.path);
  expect(paths).toEqual(expect.arrayContaining(["uploads/1-9", "slides/1/9/original"]));
  expect(await verifyBackup({ store: store(), backup, cipher: PLAIN, signal })).toEqual([]);
});

describe("a folder of backups", () => {
  it("cannot be inside the data folder", async () => {
    await expect(writeBackup({ store: folderStore(join(dataFolder, "backups")) })).rejects.toThrow(
      "cannot be inside the data folder",
    );
  });

  it("contains no backup after a cancelled one, which leaves nothing in the data folder", async () => {
    await expect(writeBackup({ signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow();
    await expect(findBackup(store(), null)).rejects.toThrow("contains no complete backup");
    expect(readdirSync(dataFolder).toSorted()).toEqual(["postgres", "slides", "uploads"]);
    await writeBackup({ now: new Date(NOW.getTime() + 1) });
    expect((await listBackups(store())).complete).toHaveLength(1);
  });

  it("contains a complete backup, and no longer the old ones, if the database goes away at the very end", async () => {
    await writeBackup({ now: new Date(NOW.getTime() - 3 * DAY_MS) });
    const whole = store();
    // The manifest is written last.
    const write: BackupStore["write"] = async (key, ...rest) => {
      await whole.write(key, ...rest);
      if (key === manifestKey(nameOfBackup(NOW))) await endConnections();
    };
    const last = await writeBackup({ keptDays: 1, store: { ...whole, write } });
    expect(last).toMatchObject({ timeFailure: expect.any(String), deletedBackups: 1 });
    expect((await listBackups(whole)).complete).toEqual([last.backup]);
    expect(await verifyBackup({ store: whole, backup: last.backup, cipher: PLAIN, signal })).toEqual([]);
    expect((await writeBackup({ now: new Date(NOW.getTime() + 1) })).timeFailure).toBeNull();
  });

  it("is written by one process at a time; the lock of a killed process does not block", async () => {
    mkdirSync(join(target, "files/ab"), { recursive: true });
    const parts = ["files/ab/0190f0c2-0000-7000-8000-000000000000.part", "download.part"];
    for (const part of parts) writeFileSync(join(target, part), "interrupted");
    writeFileSync(join(target, "lock"), String(process.ppid));
    await expect(writeBackup()).rejects.toThrow(`Process ${process.ppid} is writing a backup`);
    writeFileSync(join(target, "lock"), String(2 ** 22 + 1));
    expect((await writeBackup()).files).toBe(3);
    // The run removes its own leftovers, not those of others.
    expect(parts.map((part) => existsSync(join(target, part)))).toEqual([false, true]);
  });
});

it("a complete installation is restored into an empty data folder, and into no other", async () => {
  const { backup } = await writeBackup();
  const config = { ...readConfig({}, []), dataFolder: join(world.folder, `restored-${world.number()}`) };
  const options = { store: store(), backup, cipher: PLAIN, config, log: world.server.platform.log, signal };
  // Leftovers of an interrupted restore.
  mkdirSync(`${config.dataFolder}.restoring/slides`, { recursive: true });
  await restore(options);
  expect(readdirSync(config.dataFolder).toSorted()).toEqual(["postgres", "slides", "uploads"]);
  const slide = join(config.dataFolder, "slides/1/7");
  expect(readdirSync(slide).toSorted()).toEqual(["linked", "original"]);
  expect(readFileSync(join(slide, "original"), "utf8")).toBe("slide");
  await expect(restore(options)).rejects.toThrow("is not empty");
});

describe("with a key", () => {
  const cipher = encryptedWith(randomBytes(KEY_BYTES));
  const other = encryptedWith(randomBytes(KEY_BYTES));
  const verify = (backup: string, key = cipher) => verifyBackup({ store: store(), backup, cipher: key, signal });

  it("nothing in the folder is readable, everything can be restored, and only with this key", async () => {
    writeFile("slides/1/7/original", "a slide that is easy to find in a folder");
    const { backup } = await writeBackup({ cipher });
    const stored = Object.values(await filesOf(target)).join("");
    expect(stored).not.toMatch(/a slide that is easy|uploads|site_user/);
    const names = Object.keys(await filesOf(join(target, "files"))).join();
    expect(names).not.toContain(createHash("sha256").update("received").digest("hex"));
    await expect(readManifest({ store: store(), cipher: PLAIN }, backup)).rejects.toThrow(
      "is encrypted. Name its key in PARFOCAL_BACKUP_KEY",
    );
    await expect(verify(backup, other)).rejects.toThrow("encrypted with another key");
    expect(await verify(backup)).toEqual([]);
    const config = { ...readConfig({}, []), dataFolder: join(world.folder, `restored-${world.number()}`) };
    await restore({ store: store(), backup, cipher, config, log: world.server.platform.log, signal });
    expect(readFileSync(join(config.dataFolder, "uploads/1-9"), "utf8")).toBe("received");
  });

  it("unchanged files are not written again, and are deleted when no backup needs them", async () => {
    await writeBackup({ cipher, now: new Date(NOW.getTime() - 40 * DAY_MS) });
    const before = await filesOf(join(target, "files"));
    writeFile("slides/1/7/original", "new slide");
    const { backup } = await writeBackup({ cipher, keptDays: 35 });
    const after = await filesOf(join(target, "files"));
    const isSame = (name: string) => after[name] === before[name];
    expect(Object.keys(before).map((name) => (name in after ? isSame(name) : "deleted"))).toContain(true);
    expect(Object.keys(after)).toHaveLength(2);
    expect(await verify(backup)).toEqual([]);
  });

  it("a folder has only backups with the same key", async () => {
    await writeBackup({ cipher });
    const now = new Date(NOW.getTime() + 1);
    await expect(writeBackup({ now })).rejects.toThrow("All backups of a folder have the same key.");
    await expect(writeBackup({ now, cipher: other })).rejects.toThrow("encrypted with another key");
    expect((await listBackups(store())).complete).toHaveLength(1);
    target = join(world.folder, `plain-${world.number()}`);
    const { backup } = await writeBackup();
    await expect(writeBackup({ now, cipher })).rejects.toThrow(`${backup} is not encrypted`);
  });

  it("a truncated, altered or exchanged table or file is detected", async () => {
    const { backup } = await writeBackup({ cipher });
    const path = join(target, tableKey(backup, "site_user"));
    const whole = readFileSync(path);
    const altered = Buffer.from(whole);
    altered.writeUInt8(altered.readUInt8(whole.length - 20) ^ 1, whole.length - 20);
    for (const wrong of [whole.subarray(0, -1), altered, readFileSync(join(target, tableKey(backup, "site")))]) {
      writeFileSync(path, wrong);
      expect(await verify(backup)).toEqual([`The table site_user is damaged: ${path}`]);
    }
    writeFileSync(path, altered);
    await expect(restoreInto(await createEmptyDatabase(), cipher)).rejects.toThrow("is damaged, shortened or altered");
    writeFileSync(path, whole);
    const manifest = readFileSync(join(target, manifestKey(backup)));
    writeFileSync(join(target, manifestKey(backup)), manifest.subarray(0, 60));
    await expect(verify(backup)).rejects.toThrow("is damaged, shortened or altered");
  });
});
