/**
 * Writes a backup while the server is running. It contains everything that was acknowledged before it began: all tables
 * are read from one snapshot, and files are copied after it. Unfinished uploads, which may be moved during the backup,
 * are held before the snapshot.
 */
import { relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { storeLastBackup } from "#platform/db/last-backup.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { KeyError } from "./backup-cipher.ts";
import {
  BACKUPS,
  type BackupSource,
  backupKey,
  CONTENTS,
  contentKey,
  contentOfKey,
  fileListKey,
  isStored,
  type KeptFile,
  listBackups,
  type Manifest,
  manifestKey,
  nameOfBackup,
  readFileList,
  readManifest,
  type StoredFile,
} from "./backup-format.ts";
import { dumpTables } from "./dump-tables.ts";
import { copiesFolder, type FileSource, folderSource, storeSource } from "./file-source.ts";
import { HashedStream } from "./hashed-stream.ts";
import { listContents } from "./kept-files.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface BackupOptions extends BackupSource {
  readonly dataFolder: string;
  /**
   * Where the files are stored: in the data folder, or in an S3 store; in the latter case no file of the data folder is
   * part of the backup.
   */
  readonly files: FileStore;
  /** Version of the software. */
  readonly version: string;
  /** Older backups are deleted once this one is complete; null: none. */
  readonly keptDays: number | null;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface BackupReport {
  /** Name of the backup. */
  readonly backup: string;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  readonly deletedBackups: number;
  /** Why the database does not know of this complete backup; null: it does. */
  readonly timeFailure: string | null;
}

/**
 * @param client connected as the database's owner.
 * @throws Error with a user-facing message; the files written so far are not a complete backup, and the next one reuses
 * them.
 */
export async function backUp(client: pg.ClientBase, options: BackupOptions): Promise<BackupReport> {
  const { store, dataFolder } = options;
  if (store.folder !== null) assertOutside(store.folder, dataFolder);
  // A connection that breaks between two statements would end the process; the next statement reports it.
  client.on("error", () => {});
  const lock = await store.lock();
  try {
    const signal = AbortSignal.any([options.signal, lock.lost]);
    return await writeBackup(client, { ...options, signal });
  } catch (error) {
    throw lock.lost.aborted ? lock.lost.reason : error;
  } finally {
    await lock.release();
  }
}

/** Call while holding the lock. */
async function writeBackup(client: pg.ClientBase, options: BackupOptions): Promise<BackupReport> {
  const { store, cipher, signal } = options;
  await store.tidy(BACKUPS);
  await store.tidy(CONTENTS);
  const known = await readKnown(options);
  const backup = nameOfBackup(options.now);
  const source = await openSource(options);
  try {
    await source.hold();
    const dumped = await dumpTables(client, backup, { atSnapshot: () => source.hold(), store, cipher, signal });
    const files = await keepFiles(backup, options, source.keepAll(known));
    const manifest: Manifest = {
      format: 1,
      createdAt: options.now.toISOString(),
      version: options.version,
      ...dumped,
      files,
    };
    const text = Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]);
    await store.settle();
    await store.write(manifestKey(backup), cipher.seal(text), { signal });
    await store.settle();
    const timeFailure = await storeLastBackup(client, options.now).then(
      () => null,
      (error: Error) => error.message,
    );
    const deletedBackups = await deleteOld(options);
    const rows = dumped.tables.reduce((sum, table) => sum + table.rows, 0);
    return { backup, rows, files: files.count, bytes: files.bytes, deletedBackups, timeFailure };
  } finally {
    await source.release();
  }
}

function assertOutside(target: string, dataFolder: string): void {
  const path = relative(resolve(dataFolder), resolve(target));
  if (path === "" || !(path === ".." || path.startsWith(`..${sep}`)))
    throw new Error("The backup cannot be inside the data folder. Choose another folder.");
}

/**
 * Files of the newest complete backup by their paths. @throws Error with a user-facing message if it has another key,
 * or none.
 */
async function readKnown(options: BackupOptions): Promise<Map<string, StoredFile>> {
  const known = new Map<string, StoredFile>();
  const newest = (await listBackups(options.store)).complete.at(-1);
  if (newest === undefined) return known;
  await readManifest(options, newest).catch((error: unknown) => {
    throw error instanceof KeyError
      ? new KeyError(`${error.message} All backups of a folder have the same key.`)
      : error;
  });
  for await (const file of readFileList(options, newest)) if (isStored(file)) known.set(file.path, file);
  return known;
}

async function openSource({ store, cipher, signal, dataFolder, files }: BackupOptions): Promise<FileSource> {
  const contents = await listContents(store);
  const keeping = { store, cipher, signal, contents, copies: copiesFolder(dataFolder) };
  return files.isFolder ? folderSource(dataFolder, keeping) : storeSource(files, keeping);
}

async function keepFiles(
  backup: string,
  options: BackupOptions,
  files: AsyncIterable<KeptFile>,
): Promise<Manifest["files"]> {
  const { store, cipher, signal } = options;
  const needed = new Map<string, number>();
  const hashed = new HashedStream();
  let count = 0;
  let bytes = 0;
  const lines = async function* () {
    for await (const file of files) {
      count += 1;
      if (isStored(file)) {
        bytes += file.bytes;
        needed.set(cipher.nameOf(file.sha256), cipher.storedBytes(file.bytes));
      }
      yield Buffer.from(`${JSON.stringify(file)}\n`);
    }
  };
  const write = (list: AsyncIterable<Buffer>) => store.write(fileListKey(backup), list, { signal });
  await pipeline(lines, hashed.through, cipher.seal, write, { signal });
  await assertStored(options, needed);
  return { count, bytes, sha256: hashed.digest() };
}

/**
 * Verifies the sizes of all contents: a store may have lost or truncated acknowledged ones. @throws Error with a
 * user-facing message.
 */
async function assertStored({ store }: BackupOptions, needed: ReadonlyMap<string, number>): Promise<void> {
  const missing = new Map(needed);
  for await (const { key, bytes } of store.list(CONTENTS))
    if (missing.get(contentOfKey(key)) === bytes) missing.delete(contentOfKey(key));
  // The listing may be outdated.
  for (const [name, bytes] of missing)
    if ((await store.bytesOf(contentKey(name))) !== bytes)
      throw new Error(`${store.addressOf(contentKey(name))} was written, but is not there with its size.`);
}

/** Includes incomplete backups, since no other one is being written. @returns the number of deleted backups. */
async function deleteOld(options: BackupOptions): Promise<number> {
  const { store, cipher, keptDays, now, signal } = options;
  if (keptDays === null) return 0;
  const oldest = nameOfBackup(new Date(now.getTime() - keptDays * DAY_MS));
  const { complete, incomplete } = await listBackups(store);
  const old = [...incomplete, ...complete.filter((name) => name < oldest)];
  for (const name of old) {
    signal.throwIfAborted();
    // Without its manifest, a backup is incomplete.
    await store.remove(manifestKey(name));
    await removeAll(options, `${backupKey(name)}/`, () => true);
  }
  const needed = new Set<string>();
  for (const name of complete.filter((each) => each >= oldest))
    for await (const file of readFileList(options, name)) if (isStored(file)) needed.add(cipher.nameOf(file.sha256));
  await removeAll(options, CONTENTS, (key) => !needed.has(contentOfKey(key)));
  return old.length;
}

async function removeAll(
  { store, signal }: BackupOptions,
  prefix: string,
  isUnneeded: (key: string) => boolean,
): Promise<void> {
  for await (const { key } of store.list(prefix)) {
    signal.throwIfAborted();
    if (isUnneeded(key)) await store.remove(key);
  }
}
