/**
 * Files of an installation and their contents in the store: each content is stored once, under its SHA-256 or a keyed
 * hash of it.
 */
import { randomUUID } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BLOCKS_FOLDER, TILE_CACHE_FOLDER } from "#platform/files/disk-room.ts";
import type { FileStore, ListedFile } from "#platform/files/file-store.ts";
import { isGone } from "#platform/files/is-gone.ts";
import {
  type BackupSource,
  CONTENTS,
  contentKey,
  contentOfKey,
  type KeptFile,
  type StoredFile,
} from "./backup-format.ts";
import type { BackupStore } from "./backup-store.ts";
import { HashedStream } from "./hashed-stream.ts";

/** Excluded folders: the database is copied as tables; the others are recreated or belong to a running process. */
const LEFT_OUT_AT_TOP = new Set(["postgres", BLOCKS_FOLDER]);
const READ_BYTES = 1024 * 1024;

/** Relative paths of all files in a folder. Files deleted during the walk are skipped. */
export async function* walkFiles(root: string, below = ""): AsyncGenerator<string> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(noneIfGone);
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name);
    if (below === "" && LEFT_OUT_AT_TOP.has(entry.name)) continue;
    if (entry.name === TILE_CACHE_FOLDER || entry.name.endsWith(".part")) continue;
    if (entry.isDirectory()) yield* walkFiles(root, path);
    else if (entry.isFile() || entry.isSymbolicLink()) yield path;
  }
}

function noneIfGone(error: unknown): [] {
  if (isGone(error)) return [];
  throw error;
}

/** Contents of the store by their names (see the cipher), with their sizes there. */
export class StoredContents {
  readonly #bytes = new Map<string, number>();
  readonly #sizes = new Set<number>();
  /** Contents being stored, by name. */
  readonly #coming = new Map<string, Promise<void>>();

  add(name: string, bytes: number): void {
    this.#bytes.set(name, bytes);
    this.#sizes.add(bytes);
  }
  has(name: string, bytes: number): boolean {
    return this.#bytes.get(name) === bytes;
  }
  /** Equal contents of several files are stored by one of them; the others wait. */
  async storeOnce(name: string, bytes: number, store: () => Promise<void>): Promise<void> {
    for (let coming = this.#coming.get(name); coming; coming = this.#coming.get(name)) await coming.catch(() => {});
    if (this.has(name, bytes)) return;
    const storing = store().then(() => this.add(name, bytes));
    this.#coming.set(name, storing);
    await storing.finally(() => this.#coming.delete(name));
  }
  /** Whether any content has this size. */
  hasSize(bytes: number): boolean {
    return this.#sizes.has(bytes);
  }
}

export async function listContents(store: BackupStore): Promise<StoredContents> {
  const contents = new StoredContents();
  for await (const { key, bytes } of store.list(CONTENTS)) contents.add(contentOfKey(key), bytes);
  return contents;
}

export interface Keeping extends BackupSource {
  readonly signal: AbortSignal;
  /** Newly stored contents are added. */
  readonly contents: StoredContents;
  /** Folder for copies; on the file system of the data folder. */
  readonly copies: string;
}

/**
 * Stores a file, unless its content is stored already.
 *
 * @param known its entry in an earlier backup: if size and time are equal, the file is not read again.
 * @returns null: it was deleted.
 */
export async function keepFile(
  keeping: Keeping,
  { from, path, known }: { readonly from: string; readonly path: string; readonly known: StoredFile | undefined },
): Promise<KeptFile | null> {
  try {
    const facts = await lstat(from);
    const { size, mtimeMs } = facts;
    if (facts.isSymbolicLink()) return { path, linkTo: await readlink(from) };
    if (known?.bytes === size && known.modifiedAtMs === mtimeMs && isKept(keeping, known)) return known;
    return { path, ...(await keepContent(keeping, { from, bytes: size })), modifiedAtMs: mtimeMs };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/**
 * The same for a file of an S3 store, which is first copied to this machine.
 *
 * @param known its entry in an earlier backup: if size and version are equal, the file is not read again.
 */
export async function keepListed(
  keeping: Keeping,
  files: FileStore,
  { listed, known }: { readonly listed: ListedFile; readonly known: StoredFile | undefined },
): Promise<KeptFile | null> {
  const { name: path, bytes, version, ageMs } = listed;
  if (version !== null && known?.version === version && known.bytes === bytes && isKept(keeping, known)) return known;
  try {
    const content = await files.withLocal(path, (from) => keepContent(keeping, { from, bytes }), keeping.signal);
    return { path, ...content, modifiedAtMs: Math.round(Date.now() - ageMs), version: version ?? "" };
  } catch (error) {
    keeping.signal.throwIfAborted();
    if ((await files.factsOf(path)) === null) return null;
    throw error;
  }
}

type Content = Pick<StoredFile, "sha256" | "bytes">;

const isKept = ({ contents, cipher }: Keeping, { sha256, bytes }: Content): boolean =>
  contents.has(cipher.nameOf(sha256), cipher.storedBytes(bytes));

/** Reads the file once. */
async function keepWhileReading(
  { cipher, signal, contents }: Keeping,
  from: string,
  writeAndName: NonNullable<BackupStore["writeAndName"]>,
): Promise<Content> {
  const hashed = new HashedStream();
  let sha256 = "";
  const keyAtEnd = () => {
    sha256 = hashed.digest();
    return contentKey(cipher.nameOf(sha256));
  };
  await writeAndName(cipher.seal(hashed.through(readPieces(from))), { signal, prefix: CONTENTS, keyAtEnd });
  contents.add(cipher.nameOf(sha256), cipher.storedBytes(hashed.bytes));
  return { sha256, bytes: hashed.bytes };
}

/** A file was changed between being hashed and being written. */
class ChangedError extends Error {}

async function keepContent(
  keeping: Keeping,
  { from, bytes }: { readonly from: string; readonly bytes: number },
): Promise<Content> {
  const { writeAndName } = keeping.store;
  // No stored content has its size, so it is new.
  if (writeAndName && !keeping.contents.hasSize(keeping.cipher.storedBytes(bytes)))
    return keepWhileReading(keeping, from, writeAndName);
  return keepAfterHashing(keeping, from);
}

/** A file that is changing, such as an upload, is copied first. */
async function keepAfterHashing(keeping: Keeping, from: string): Promise<Content> {
  try {
    return await keepUnchanging(keeping, from);
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error;
  }
  const copy = join(keeping.copies, randomUUID());
  try {
    await mkdir(keeping.copies, { recursive: true, mode: 0o700 });
    await copyFile(from, copy, constants.COPYFILE_FICLONE);
    return await keepUnchanging(keeping, copy);
  } finally {
    await rm(copy, { force: true });
  }
}

/** Its name in the store is its hash, so the file is read twice unless it is stored already. @throws ChangedError */
async function keepUnchanging(keeping: Keeping, from: string): Promise<Content> {
  const { store, cipher, signal, contents } = keeping;
  const content = await hashFile(from, signal);
  if (isKept(keeping, content)) return content;
  const name = cipher.nameOf(content.sha256);
  const bytes = cipher.storedBytes(content.bytes);
  await contents.storeOnce(name, bytes, () =>
    store.write(contentKey(name), cipher.seal(readAsHashed(from, content.sha256)), { signal, bytes }),
  );
  return content;
}

const readPieces = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: READ_BYTES });

async function hashFile(path: string, signal: AbortSignal): Promise<Content> {
  const hashed = new HashedStream();
  for await (const _ of hashed.through(readPieces(path))) signal.throwIfAborted();
  return { bytes: hashed.bytes, sha256: hashed.digest() };
}

async function* readAsHashed(path: string, sha256: string): AsyncGenerator<Buffer> {
  const hashed = new HashedStream();
  yield* hashed.through(readPieces(path));
  if (hashed.digest() !== sha256) throw new ChangedError();
}

/** Writes contents of the store to a file, durably. @throws DamagedError; MissingError. @returns their SHA-256. */
export async function copyFromStore(
  { store, cipher, signal }: BackupSource & { readonly signal: AbortSignal },
  sha256: string,
  to: string,
): Promise<string> {
  const hashed = new HashedStream();
  const key = contentKey(cipher.nameOf(sha256));
  const file = createWriteStream(to, { mode: 0o600, flush: true });
  await pipeline(cipher.read(store.read(key), store.addressOf(key)), hashed.through, file, { signal });
  return hashed.digest();
}
