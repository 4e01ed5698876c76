/** The files of a backup folder: each content once, under its SHA-256. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdir, readdir, readlink, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TILE_CACHE_FOLDER } from "#platform/files/tile-cache-room.ts";
import { type KeptFile, type StoredFile, storedPath, storeFolder } from "./backup-format.ts";

/** The database is copied as tables; the rest is made again or belongs to a running process. */
const LEFT_OUT_AT_TOP = new Set(["postgres"]);
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

export const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * Keeps a file, unless its content is kept already.
 *
 * @param known as it was kept by an earlier backup: if size and time are the same it is not read again.
 * @returns null: it is gone.
 */
export async function keepFile(
  target: string,
  { from, path, known }: { readonly from: string; readonly path: string; readonly known: StoredFile | undefined },
  signal: AbortSignal,
): Promise<KeptFile | null> {
  try {
    const facts = await lstat(from);
    const { size, mtimeMs } = facts;
    if (facts.isSymbolicLink()) return { path, linkTo: await readlink(from) };
    if (known?.bytes === size && known.modifiedAtMs === mtimeMs && (await isKept(target, known))) return known;
    return { path, ...(await copyIntoStore(target, from, signal)), modifiedAtMs: mtimeMs };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const isKept = async (target: string, { sha256, bytes }: StoredFile): Promise<boolean> =>
  (await lstat(storedPath(target, sha256)).catch(() => null))?.size === bytes;

async function copyIntoStore(target: string, from: string, signal: AbortSignal) {
  await mkdir(storeFolder(target), { recursive: true, mode: 0o700 });
  const part = join(storeFolder(target), `${randomUUID()}.part`);
  try {
    const { sha256, bytes } = await copyHashing(from, part, signal);
    const path = storedPath(target, sha256);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(part, path);
    return { sha256, bytes };
  } finally {
    await rm(part, { force: true });
  }
}

/** Durably. @returns what was read. */
export async function copyHashing(
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const counting = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      bytes += piece.length;
      done(null, piece);
    },
  });
  const [read, written] = [
    createReadStream(from, { highWaterMark: READ_BYTES }),
    createWriteStream(to, { mode: 0o600, flush: true }),
  ];
  await pipeline(read, counting, written, { signal });
  return { sha256: hash.digest("hex"), bytes };
}

/** Contents that no backup needs any more. @param needed SHA-256 of all that are needed. */
export async function deleteUnneeded(target: string, needed: ReadonlySet<string>): Promise<void> {
  for await (const path of walkFiles(storeFolder(target))) {
    const sha256 = path.split("/").at(-1) ?? "";
    if (!needed.has(sha256)) await rm(join(storeFolder(target), path), { force: true });
  }
}
