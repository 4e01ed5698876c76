/**
 * The layout of a store of backups. `files/` contains the contents of all files by their SHA-256, shared by all backups
 * of the store; below `backups/`, named by its time, is each backup: its list of files, its tables, and a manifest,
 * which is written last and deleted first. With an encryption key all of these are encrypted, and contents are named by
 * a keyed hash (`backup-cipher.ts`).
 */
import { Readable } from "node:stream";
import { z } from "zod";
import { type BackupCipher, isEncrypted, KeyError, PLAIN } from "./backup-cipher.ts";
import type { BackupStore } from "./backup-store.ts";

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Version of the software that wrote it. */
  version: z.string(),
  /** Names, in the order in which they were applied. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0), sha256: SHA256 }),
  ),
  /** Last value of the identity column. */
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isUsed: z.boolean() })),
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0), sha256: SHA256 }),
});
export type Manifest = z.output<typeof manifest>;
export type DumpedTable = Manifest["tables"][number];
export type DumpedSequence = Manifest["sequences"][number];

const keptFile = z.union([
  z.strictObject({
    path: z.string(),
    sha256: SHA256,
    bytes: z.int().min(0),
    modifiedAtMs: z.number(),
    /** ETag of a file that was in an S3 store; omitted: it was in the data folder. */
    version: z.string().optional(),
  }),
  /** A slide that is used in place, outside the data folder; its content is not part of backups. */
  z.strictObject({ path: z.string(), linkTo: z.string() }),
]);
/** @property path below the data folder. */
export type KeptFile = z.output<typeof keptFile>;
export type StoredFile = Extract<KeptFile, { sha256: string }>;

export const isStored = (file: KeptFile): file is StoredFile => "sha256" in file;

/** Prefix of all backups. */
export const BACKUPS = "backups/";
/** Prefix of the contents of files. */
export const CONTENTS = "files/";
/** Prefix of the backup's own files. @param backup its name. */
export const backupKey = (backup: string): string => BACKUPS + backup;
/** @param name of contents, from the cipher. */
export const contentKey = (name: string): string => `${CONTENTS}${name.slice(0, 2)}/${name}`;
export const contentOfKey = (key: string): string => key.slice(key.lastIndexOf("/") + 1);

const MANIFEST = "manifest.json";
export const manifestKey = (backup: string): string => `${backupKey(backup)}/${MANIFEST}`;
export const fileListKey = (backup: string): string => `${backupKey(backup)}/files.jsonl`;
export const tableKey = (backup: string, table: string): string => `${backupKey(backup)}/tables/${table}.copy.gz`;

/** A name that sorts by time. */
export const nameOfBackup = (time: Date): string => time.toISOString().replaceAll(":", "-");

interface BackupNames {
  /** Complete backups, oldest first. */
  readonly complete: readonly string[];
  /** Backups that are being written, or were interrupted. */
  readonly incomplete: readonly string[];
}

export async function listBackups(store: BackupStore): Promise<BackupNames> {
  const all = new Set<string>();
  const complete = new Set<string>();
  for await (const { key } of store.list(BACKUPS)) {
    const name = key.split("/")[1] ?? "";
    all.add(name);
    if (key === manifestKey(name)) complete.add(name);
  }
  return { complete: [...complete].toSorted(), incomplete: [...all].filter((name) => !complete.has(name)) };
}

/** @param name null: the newest. @returns its name. @throws Error with a user-facing message if it does not exist. */
export async function findBackup(store: BackupStore, name: string | null): Promise<string> {
  const { complete } = await listBackups(store);
  const found = name ?? complete.at(-1);
  if (found === undefined) throw new Error(`${store.title} contains no complete backup.`);
  if (!complete.includes(found))
    throw new Error(`${store.title} contains no backup "${found}". Available: ${complete.join(", ")}`);
  return found;
}

/** Options for reading a backup. */
export interface BackupSource {
  readonly store: BackupStore;
  /** The same for all backups of the store. */
  readonly cipher: BackupCipher;
}

/** @throws MissingError; KeyError; DamagedError; Error with a user-facing message. */
export async function readManifest({ store, cipher }: BackupSource, backup: string): Promise<Manifest> {
  const key = manifestKey(backup);
  const address = store.addressOf(backupKey(backup));
  const stored = await collect(store.read(key));
  if (cipher === PLAIN && isEncrypted(stored))
    throw new KeyError(`${address} is encrypted. Name its key in PARFOCAL_BACKUP_KEY or PARFOCAL_BACKUP_KEY_FILE.`);
  if (cipher !== PLAIN && !isEncrypted(stored))
    throw new KeyError(`${address} is not encrypted, but the environment names a key. Run the command without it.`);
  const contents = await collect(cipher.read(Readable.from([stored]), store.addressOf(key)));
  const read = manifest.safeParse(JSON.parse(contents.toString("utf8")));
  if (!read.success) throw new Error(`${store.addressOf(key)} is damaged, or was written by a newer version.`);
  return read.data;
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function* readFileList({ store, cipher }: BackupSource, backup: string): AsyncGenerator<KeptFile> {
  const key = fileListKey(backup);
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of cipher.read(store.read(key), store.addressOf(key))) {
    const text = Buffer.concat([rest, piece]);
    const end = text.lastIndexOf("\n") + 1;
    rest = text.subarray(end);
    for (const line of text.toString("utf8", 0, end).split("\n"))
      if (line !== "") yield keptFile.parse(JSON.parse(line));
  }
}
