/**
 * Backups of an installation with rows in every table. Each test has its own data folder and an empty backup folder.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { type Database, openDatabaseAsOwner } from "#platform/db/database.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { folderFiles } from "#platform/files/folder-files.ts";
import { type BackupReport, backUp } from "../backup/back-up.ts";
import { type BackupCipher, PLAIN } from "../backup/backup-cipher.ts";
import { findBackup, readManifest } from "../backup/backup-format.ts";
import type { BackupStore } from "../backup/backup-store.ts";
import { folderStore } from "../backup/folder-store.ts";
import { restoreDatabase } from "../backup/restore.ts";
import { rowBuilders } from "./build-every-row.ts";
import { buildMatrixWorld } from "./matrix-world.ts";
import { type TestConnection, testConnection } from "./test-database.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

export const { signal } = new AbortController();
export const NOW = new Date("2026-11-26T17:00:00Z");
export const DAY_MS = 24 * 60 * 60 * 1000;

interface BackupChoices {
  readonly keptDays?: number;
  readonly now?: Date;
  readonly store?: BackupStore;
  readonly signal?: AbortSignal;
  readonly cipher?: BackupCipher;
  readonly files?: FileStore;
}

export interface BackupWorld {
  readonly server: TestServer;
  readonly connection: TestConnection;
  /** Parent of all folders of this world. */
  readonly folder: string;
  /** Folders of the current test: backup folder and data folder. */
  readonly target: () => string;
  readonly dataFolder: () => string;
  /** Number of the current test. */
  readonly number: () => number;
  /** Call before each test. */
  beginTest(): void;
  /** The backup folder. */
  store(): BackupStore;
  /** Options of a backup without a key into that folder. */
  defaults(): Parameters<typeof backUp>[1];
  /** @param path within the data folder. */
  writeFile(path: string, text: string): void;
  /** By default without a key, into the backup folder. */
  writeBackup(choices?: BackupChoices): Promise<BackupReport>;
  /** Restores the rows of the newest backup. */
  restoreInto(empty: TestConnection, cipher?: BackupCipher, from?: BackupStore): Promise<Database>;
  close(): Promise<void>;
}

export async function createBackupWorld(): Promise<BackupWorld> {
  const server = await createTestServer();
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(server.owner);
  const connection = testConnection(rows[0]?.name ?? "");
  const world = await buildMatrixWorld(server);
  for (const build of Object.values(rowBuilders(world))) await build();
  const folder = mkdtempSync(join(tmpdir(), "parfocal-backup-"));
  let number = 0;
  const target = () => join(folder, `target-${number}`);
  const dataFolder = () => join(folder, `data-${number}`);
  const store = () => folderStore(target());
  const writeFile = (path: string, text: string): void => {
    mkdirSync(dirname(join(dataFolder(), path)), { recursive: true });
    writeFileSync(join(dataFolder(), path), text);
  };
  const defaults = () => ({
    ...{ store: store(), cipher: PLAIN, dataFolder: dataFolder(), files: folderFiles(dataFolder()) },
    ...{ version: "0.0.0", keptDays: null, now: NOW, signal },
  });
  return {
    ...{ server, connection, folder, target, dataFolder, store, defaults, writeFile },
    number: () => number,
    beginTest() {
      number += 1;
      writeFile("slides/1/7/original", "slide");
      writeFile("slides/1/7/tiles/0", "made again");
      writeFile("slides/1/7/thumbnail.jpg.part", "being written");
      writeFile("uploads/1-9", "received");
      writeFile("postgres/cluster/PG_VERSION", "18");
      symlinkSync("/slides/elsewhere.svs", join(dataFolder(), "slides/1/7/linked"));
    },
    async writeBackup(choices = {}) {
      const client = new pg.Client(connection);
      await client.connect();
      try {
        return await backUp(client, { ...defaults(), ...choices });
      } finally {
        await client.end();
      }
    },
    async restoreInto(empty, cipher = PLAIN, from = store()) {
      const backup = await findBackup(from, null);
      const source = { store: from, cipher };
      await restoreDatabase(empty, await readManifest(source, backup), { ...source, backup, signal });
      return openDatabaseAsOwner(empty, { onIdleError: () => {} });
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Number of rows of each table, and the hash of all its rows. */
export async function readContents(database: Database): Promise<unknown[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1
  `.execute(database);
  const contents: unknown[] = [];
  for (const { name } of rows.filter((row) => !row.name.startsWith("kysely_"))) {
    const { rows: sums } = await sql<{ count: number; hash: string }>`
      SELECT count(*) AS count, md5(coalesce(string_agg(line, ' ' ORDER BY line), '')) AS hash
      FROM (SELECT t::text AS line FROM ${sql.table(name)} AS t) AS lines
    `.execute(database);
    contents.push([name, sums[0]]);
  }
  return contents;
}
