/**
 * A backup folder. `files` has the contents of all files by their SHA-256, which all backups of the folder share; each
 * folder in `backups`, named by its time, is one backup: its list of files, its tables, and a manifest, which is written last.
 * With a key all of these are encrypted, and contents are named by a keyed hash (`backup-cipher.ts`).
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type BackupCipher, isEncrypted, PLAIN } from "./backup-cipher.ts";

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Of the software that wrote it. */
  version: z.string(),
  /** Names, in the order in which they were applied. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0), sha256: SHA256 }),
  ),
  /** What the next identity follows. */
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isUsed: z.boolean() })),
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0), sha256: SHA256 }),
});
export type Manifest = z.output<typeof manifest>;
export type DumpedTable = Manifest["tables"][number];
export type DumpedSequence = Manifest["sequences"][number];

const keptFile = z.union([
  z.strictObject({ path: z.string(), sha256: SHA256, bytes: z.int().min(0), modifiedAtMs: z.number() }),
  /** A slide that is used where it is, outside the data folder: not its content. */
  z.strictObject({ path: z.string(), linkTo: z.string() }),
]);
/** @property path below the data folder. */
export type KeptFile = z.output<typeof keptFile>;
export type StoredFile = Extract<KeptFile, { sha256: string }>;

export const isStored = (file: KeptFile): file is StoredFile => "sha256" in file;

export const backupsFolder = (target: string): string => join(target, "backups");
export const storeFolder = (target: string): string => join(target, "files");
/** @param name of a content, by the cipher. */
export const storedPath = (target: string, name: string): string => join(storeFolder(target), name.slice(0, 2), name);

const MANIFEST = "manifest.json";
export const manifestPath = (backup: string): string => join(backup, MANIFEST);
export const fileListPath = (backup: string): string => join(backup, "files.jsonl");
export const tablePath = (backup: string, table: string): string => join(backup, "tables", `${table}.copy.gz`);

/** As a name of a folder that sorts by time. */
export const nameOfBackup = (time: Date): string => time.toISOString().replaceAll(":", "-");

/** None where there is no such folder. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Complete ones, the oldest first. */
export async function listBackups(target: string): Promise<string[]> {
  const names = await namesIn(backupsFolder(target));
  const complete: string[] = [];
  for (const name of names.toSorted())
    if ((await namesIn(join(backupsFolder(target), name))).includes(MANIFEST)) complete.push(name);
  return complete;
}

/** @param name null: the newest. @returns its folder. @throws Error with a sentence if there is none. */
export async function findBackup(target: string, name: string | null): Promise<string> {
  const names = await listBackups(target);
  const found = name ?? names.at(-1);
  if (found === undefined) throw new Error(`${target} contains no complete backup.`);
  if (!names.includes(found))
    throw new Error(`${target} contains no backup "${found}". Available: ${names.join(", ")}`);
  return join(backupsFolder(target), found);
}

/** @throws Error with a sentence, also if it was not written with this key. */
export async function readManifest(backup: string, cipher: BackupCipher): Promise<Manifest> {
  const path = manifestPath(backup);
  const stored = await readFile(path);
  if (cipher === PLAIN && isEncrypted(stored))
    throw new Error(`${backup} is encrypted. Name its key in PARFOCAL_BACKUP_KEY or PARFOCAL_BACKUP_KEY_FILE.`);
  if (cipher !== PLAIN && !isEncrypted(stored))
    throw new Error(`${backup} is not encrypted, but the environment names a key. Run the command without it.`);
  const pieces: Buffer[] = [];
  for await (const piece of cipher.read(path)) pieces.push(piece);
  const read = manifest.safeParse(JSON.parse(Buffer.concat(pieces).toString("utf8")));
  if (!read.success) throw new Error(`${path} is damaged, or was written by a newer version.`);
  return read.data;
}

export async function* readFileList(backup: string, cipher: BackupCipher): AsyncGenerator<KeptFile> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of cipher.read(fileListPath(backup))) {
    const text = Buffer.concat([rest, piece]);
    const end = text.lastIndexOf("\n") + 1;
    rest = text.subarray(end);
    for (const line of text.toString("utf8", 0, end).split("\n"))
      if (line !== "") yield keptFile.parse(JSON.parse(line));
  }
}
