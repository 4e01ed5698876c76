/** The files of a backup folder: each content once, under its SHA-256 or, encrypted, a keyed hash of it. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, mkdir, readdir, readlink, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { TILE_CACHE_FOLDER } from "#platform/files/tile-cache-room.ts";
import { type BackupCipher, PLAIN } from "./backup-cipher.ts";
import { type KeptFile, type StoredFile, storedPath, storeFolder } from "./backup-format.ts";
import { HashedStream } from "./hashed-stream.ts";

/** The database is copied as tables; the rest is made again or belongs to a running process. */
const LEFT_OUT_AT_TOP = new Set(["postgres"]);

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

export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

interface Store {
  /** Folder of all backups. */
  readonly target: string;
  readonly cipher: BackupCipher;
  readonly signal: AbortSignal;
}

/**
 * Keeps a file, unless its content is kept already.
 *
 * @param known as it was kept by an earlier backup: if size and time are the same it is not read again.
 * @returns null: it is gone.
 */
export async function keepFile(
  store: Store,
  { from, path, known }: { readonly from: string; readonly path: string; readonly known: StoredFile | undefined },
): Promise<KeptFile | null> {
  try {
    const facts = await lstat(from);
    const { size, mtimeMs } = facts;
    if (facts.isSymbolicLink()) return { path, linkTo: await readlink(from) };
    if (known?.bytes === size && known.modifiedAtMs === mtimeMs && (await isKept(store, known))) return known;
    return { path, ...(await copyIntoStore(store, from)), modifiedAtMs: mtimeMs };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const isKept = async ({ target, cipher }: Store, { sha256, bytes }: StoredFile): Promise<boolean> =>
  (await lstat(storedPath(target, cipher.nameOf(sha256))).catch(() => null))?.size === cipher.storedBytes(bytes);

async function copyIntoStore({ target, cipher, signal }: Store, from: string) {
  await mkdir(storeFolder(target), { recursive: true, mode: 0o700 });
  const part = join(storeFolder(target), `${randomUUID()}.part`);
  try {
    const hashed = new HashedStream();
    await pipeline(PLAIN.read(from), hashed.through, cipher.seal, fileStream(part), { signal });
    const sha256 = hashed.digest();
    const path = storedPath(target, cipher.nameOf(sha256));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(part, path);
    return { sha256, bytes: hashed.bytes };
  } finally {
    await rm(part, { force: true });
  }
}

/** Durable once it has ended. */
const fileStream = (path: string) => createWriteStream(path, { mode: 0o600, flush: true });

/** Writes a content of the store to a file, durably. @throws DamagedError; Error: it is missing. @returns its SHA-256. */
export async function copyFromStore({ target, cipher, signal }: Store, sha256: string, to: string): Promise<string> {
  const hashed = new HashedStream();
  const stored = cipher.read(storedPath(target, cipher.nameOf(sha256)));
  await pipeline(stored, hashed.through, fileStream(to), { signal });
  return hashed.digest();
}

/** Contents that no backup needs any more. @param needed names of all that are needed. */
export async function deleteUnneeded(target: string, needed: ReadonlySet<string>): Promise<void> {
  for await (const path of walkFiles(storeFolder(target))) {
    const name = path.split("/").at(-1) ?? "";
    if (!needed.has(name)) await rm(join(storeFolder(target), path), { force: true });
  }
}
