/**
 * Writes a backup beside the running server. It contains everything that was acknowledged before it began: the tables are
 * those of one moment, and files are copied after that moment. Unfinished uploads may be moved during the backup; hard links
 * that are created before that moment keep their contents readable.
 */
import { randomUUID } from "node:crypto";
import { link, mkdir, rm } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
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
  listBackups,
  type Manifest,
  manifestKey,
  nameOfBackup,
  readFileList,
  readManifest,
  type StoredFile,
} from "./backup-format.ts";
import { dumpTables } from "./dump-tables.ts";
import { HashedStream } from "./hashed-stream.ts";
import { isGone } from "./is-gone.ts";
import { keepFile, listContents, walkFiles } from "./kept-files.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UPLOADS = "uploads";

interface BackupOptions extends BackupSource {
  readonly dataFolder: string;
  /** Of the software. */
  readonly version: string;
  /** Older backups are deleted once this one is complete; null: none. */
  readonly keptDays: number | null;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface BackupReport {
  /** Its name. */
  readonly backup: string;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  readonly deletedBackups: number;
}

/**
 * @param client of the database's owner.
 * @throws Error with a sentence; the files written by then are not a complete backup, and the next one reuses them.
 */
export async function backUp(client: pg.ClientBase, options: BackupOptions): Promise<BackupReport> {
  const { store, dataFolder } = options;
  if (store.folder !== null) assertOutside(store.folder, dataFolder);
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

/** To be called with the lock. */
async function writeBackup(client: pg.ClientBase, options: BackupOptions): Promise<BackupReport> {
  const { store, cipher, signal } = options;
  await store.tidy(BACKUPS);
  await store.tidy(CONTENTS);
  const known = await readKnown(options);
  const backup = nameOfBackup(options.now);
  const held = new HeldUploads(options.dataFolder);
  try {
    await held.hold();
    const dumped = await dumpTables(client, backup, { atSnapshot: () => held.hold(), store, cipher, signal });
    const files = await keepFiles(backup, options, { known, held });
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
    const deletedBackups = await deleteOld(options);
    const rows = dumped.tables.reduce((sum, table) => sum + table.rows, 0);
    return { backup, rows, files: files.count, bytes: files.bytes, deletedBackups };
  } finally {
    await held.release();
  }
}

function assertOutside(target: string, dataFolder: string): void {
  const path = relative(resolve(dataFolder), resolve(target));
  if (path === "" || !(path === ".." || path.startsWith(`..${sep}`)))
    throw new Error("The backup cannot be inside the data folder. Choose another folder.");
}

/** Files of the newest complete backup by their paths. @throws Error with a sentence if it has another key, or none. */
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

/** Hard links to unfinished uploads: their contents stay readable after the upload is moved. */
class HeldUploads {
  /** On the file system of the data folder. */
  readonly folder: string;
  readonly #uploads: string;
  /** Path of the hard link, by the path of the upload in the data folder. */
  readonly names = new Map<string, string>();

  constructor(dataFolder: string) {
    this.#uploads = join(dataFolder, UPLOADS);
    // Not among the uploads.
    this.folder = join(dataFolder, `backup-${randomUUID()}.part`);
  }

  async hold(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for await (const path of walkFiles(this.#uploads)) {
      const place = join(UPLOADS, path);
      if (this.names.has(place)) continue;
      const name = join(this.folder, String(this.names.size));
      try {
        await link(join(this.#uploads, path), name);
        this.names.set(place, name);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
  }

  async release(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function keepFiles(
  backup: string,
  options: BackupOptions,
  { known, held }: { readonly known: ReadonlyMap<string, StoredFile>; readonly held: HeldUploads },
): Promise<Manifest["files"]> {
  const { store, dataFolder, cipher, signal } = options;
  const contents = await listContents(store);
  const keeping = { store, cipher, signal, contents, copies: held.folder };
  const needed = new Map<string, number>();
  const hashed = new HashedStream();
  let count = 0;
  let bytes = 0;
  const lines = async function* () {
    for await (const { path, from } of filesToKeep(dataFolder, held)) {
      const file = await keepFile(keeping, { from, path, known: known.get(path) });
      if (!file) continue;
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

async function* filesToKeep(dataFolder: string, held: HeldUploads) {
  for (const [path, from] of held.names) yield { path, from };
  for await (const path of walkFiles(dataFolder))
    if (!path.startsWith(UPLOADS + sep)) yield { path, from: join(dataFolder, path) };
}

/** Verifies the sizes of all contents: a store may have lost or truncated acknowledged ones. @throws Error with a sentence. */
async function assertStored({ store }: BackupOptions, needed: ReadonlyMap<string, number>): Promise<void> {
  const missing = new Map(needed);
  for await (const { key, bytes } of store.list(CONTENTS))
    if (missing.get(contentOfKey(key)) === bytes) missing.delete(contentOfKey(key));
  // The listing may be outdated.
  for (const [name, bytes] of missing)
    if ((await store.bytesOf(contentKey(name))) !== bytes)
      throw new Error(`${store.addressOf(contentKey(name))} was written, but is not there with its size.`);
}

/** Including incomplete ones, since no other backup is being written. @returns the number of deleted backups. */
async function deleteOld(options: BackupOptions): Promise<number> {
  const { store, cipher, keptDays, now, signal } = options;
  if (keptDays === null) return 0;
  const oldest = nameOfBackup(new Date(now.getTime() - keptDays * DAY_MS));
  const { complete, incomplete } = await listBackups(store);
  const old = [...incomplete, ...complete.filter((name) => name < oldest)];
  for (const name of old) {
    signal.throwIfAborted();
    // Without its manifest the rest does not count as a backup.
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
