/**
 * Writes a backup beside the running server. It contains everything that was acknowledged before it began: the tables are
 * those of one moment, and files are copied after that moment. Unfinished uploads may be moved during the backup; hard links
 * that are created before that moment keep their contents readable.
 */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { syncFolder, writeFully } from "#platform/files/slide-folders.ts";
import type { BackupCipher } from "./backup-cipher.ts";
import {
  backupsFolder,
  fileListPath,
  findBackup,
  isStored,
  listBackups,
  type Manifest,
  manifestPath,
  nameOfBackup,
  readFileList,
  readManifest,
  type StoredFile,
} from "./backup-format.ts";
import { dumpTables } from "./dump-tables.ts";
import { deleteUnneeded, isGone, keepFile, walkFiles } from "./file-store.ts";
import { HashedStream } from "./hashed-stream.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UPLOADS = "uploads";

interface BackupWishes {
  /** Folder of all backups. */
  readonly target: string;
  /** One for all backups of the folder. */
  readonly cipher: BackupCipher;
  readonly dataFolder: string;
  /** Of the software. */
  readonly version: string;
  /** Older backups are deleted once this one is complete; null: none. */
  readonly keptDays: number | null;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface BackupReport {
  /** Its folder. */
  readonly backup: string;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  readonly deletedBackups: number;
}

/**
 * @param client of the database's owner.
 * @throws Error with a sentence; what was written by then is no complete backup, and the next one uses it.
 */
export async function backUp(client: pg.ClientBase, wishes: BackupWishes): Promise<BackupReport> {
  const { target, cipher, dataFolder, signal } = wishes;
  assertOutside(target, dataFolder);
  await mkdir(backupsFolder(target), { recursive: true, mode: 0o700 });
  return withLock(target, async () => {
    const known = await readKnown(wishes);
    const backup = join(backupsFolder(target), nameOfBackup(wishes.now));
    await mkdir(backup, { mode: 0o700 });
    const held = new HeldUploads(dataFolder);
    try {
      await held.hold();
      const dumped = await dumpTables(client, backup, { atSnapshot: () => held.hold(), cipher, signal });
      const files = await keepFiles(backup, wishes, { known, held });
      const manifest: Manifest = {
        format: 1,
        createdAt: wishes.now.toISOString(),
        version: wishes.version,
        ...dumped,
        files,
      };
      await writeFully(manifestPath(backup), await sealed(JSON.stringify(manifest, null, 1), cipher));
      await syncFolder(dirname(backup));
      const deletedBackups = await deleteOld(wishes);
      const rows = dumped.tables.reduce((sum, table) => sum + table.rows, 0);
      return { backup, rows, files: files.count, bytes: files.bytes, deletedBackups };
    } finally {
      await held.release();
    }
  });
}

async function sealed(text: string, cipher: BackupCipher): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of cipher.seal(Readable.from([Buffer.from(text)]))) pieces.push(piece);
  return Buffer.concat(pieces);
}

function assertOutside(target: string, dataFolder: string): void {
  const path = relative(resolve(dataFolder), resolve(target));
  if (path === "" || !(path === ".." || path.startsWith(`..${sep}`)))
    throw new Error("The backup cannot be inside the data folder. Choose another folder.");
}

/** One backup at a time: deleting old ones would take the files of one that is being written. */
async function withLock<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  const path = join(target, "lock");
  const handle = await open(path, "wx", 0o600).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const pid = Number(await readFile(path, "utf8"));
    if (isAlive(pid))
      throw new Error(`Process ${pid} is writing a backup to this folder. Try again when it has ended.`);
    await rm(path, { force: true });
    return open(path, "wx", 0o600);
  });
  try {
    await handle.writeFile(String(process.pid));
    return await work();
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Files of the newest complete backup by their paths. @throws Error with a sentence if it has another key, or none. */
async function readKnown({ target, cipher }: BackupWishes): Promise<Map<string, StoredFile>> {
  const known = new Map<string, StoredFile>();
  if ((await listBackups(target)).length === 0) return known;
  const newest = await findBackup(target, null);
  await readManifest(newest, cipher).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error} All backups of a folder have the same key.`);
  });
  for await (const file of readFileList(newest, cipher)) if (isStored(file)) known.set(file.path, file);
  return known;
}

/** Hard links to unfinished uploads: their contents stay readable after the upload is moved. */
class HeldUploads {
  readonly #folder: string;
  readonly #uploads: string;
  /** Path of the hard link, by the path of the upload in the data folder. */
  readonly names = new Map<string, string>();

  constructor(dataFolder: string) {
    this.#uploads = join(dataFolder, UPLOADS);
    // On the same file system, and not among the uploads.
    this.#folder = join(dataFolder, `backup-${randomUUID()}.part`);
  }

  async hold(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for await (const path of walkFiles(this.#uploads)) {
      const place = join(UPLOADS, path);
      if (this.names.has(place)) continue;
      const name = join(this.#folder, String(this.names.size));
      try {
        await link(join(this.#uploads, path), name);
        this.names.set(place, name);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
  }

  async release(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function keepFiles(
  backup: string,
  wishes: BackupWishes,
  { known, held }: { readonly known: ReadonlyMap<string, StoredFile>; readonly held: HeldUploads },
): Promise<Manifest["files"]> {
  const { dataFolder, cipher, signal } = wishes;
  const hashed = new HashedStream();
  let count = 0;
  let bytes = 0;
  const lines = async function* () {
    for await (const { path, from } of filesToKeep(dataFolder, held)) {
      const file = await keepFile(wishes, { from, path, known: known.get(path) });
      if (!file) continue;
      count += 1;
      if (isStored(file)) bytes += file.bytes;
      yield Buffer.from(`${JSON.stringify(file)}\n`);
    }
  };
  const list = createWriteStream(fileListPath(backup), { mode: 0o600, flush: true });
  await pipeline(lines, hashed.through, cipher.seal, list, { signal });
  return { count, bytes, sha256: hashed.digest() };
}

async function* filesToKeep(dataFolder: string, held: HeldUploads) {
  for (const [path, from] of held.names) yield { path, from };
  for await (const path of walkFiles(dataFolder))
    if (!path.startsWith(UPLOADS + sep)) yield { path, from: join(dataFolder, path) };
}

/** Those that were never completed too: no other backup is being written. @returns how many were deleted. */
async function deleteOld({ target, cipher, keptDays, now }: BackupWishes): Promise<number> {
  if (keptDays === null) return 0;
  const oldest = nameOfBackup(new Date(now.getTime() - keptDays * DAY_MS));
  const kept = (await listBackups(target)).filter((name) => name >= oldest);
  const old = (await readdir(backupsFolder(target))).filter((name) => !kept.includes(name));
  for (const name of old) await rm(join(backupsFolder(target), name), { recursive: true, force: true });
  const needed = new Set<string>();
  for (const name of kept)
    for await (const file of readFileList(join(backupsFolder(target), name), cipher))
      if (isStored(file)) needed.add(cipher.nameOf(file.sha256));
  await deleteUnneeded(target, needed);
  return old.length;
}
