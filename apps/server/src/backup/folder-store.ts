/** Backups in a folder: keys are paths below it. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, type Dirent } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isGone, nullIfGone } from "#platform/files/is-gone.ts";
import { syncFolder } from "#platform/files/slide-folders.ts";
import { type BackupStore, MissingError, type StoredObject, type StoreLock } from "./backup-store.ts";

const READ_BYTES = 1024 * 1024;
/** Name of a file that is being written. */
const PART = /[0-9a-f-]{36}\.part$/;

export function folderStore(folder: string): BackupStore {
  const addressOf = (key: string) => join(folder, key);
  /** Folders whose new entries may be lost in a power cut. */
  const unsettled = new Set<string>();
  const noteUnsettled = (key: string) => {
    for (let at = dirname(key); at !== "."; at = dirname(at)) unsettled.add(addressOf(at));
    unsettled.add(folder);
  };
  return {
    title: folder,
    folder,
    addressOf,
    async *list(prefix) {
      for await (const object of walk(folder, prefix)) if (!PART.test(object.key)) yield object;
    },
    bytesOf: (key) => bytesAt(addressOf(key)),
    async *read(key, signal) {
      try {
        yield* createReadStream(addressOf(key), { highWaterMark: READ_BYTES, ...(signal ? { signal } : {}) });
      } catch (error) {
        throw isGone(error) ? new MissingError(addressOf(key)) : error;
      }
    },
    async write(key, contents, { signal }) {
      const path = addressOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writePart(`${path}.${randomUUID()}.part`, contents, { signal, place: (part) => rename(part, path) });
      noteUnsettled(key);
    },
    async writeAndName(contents, { signal, prefix, keyAtEnd }) {
      await mkdir(addressOf(prefix), { recursive: true, mode: 0o700 });
      const place = async (part: string) => {
        const key = keyAtEnd();
        const path = addressOf(key);
        if ((await bytesAt(path)) === (await bytesAt(part))) return;
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(part, path);
        noteUnsettled(key);
      };
      await writePart(addressOf(`${prefix}${randomUUID()}.part`), contents, { signal, place });
    },
    async settle() {
      for (const each of unsettled) await syncFolder(each);
      unsettled.clear();
    },
    async remove(key) {
      await rm(addressOf(key), { force: true });
      await removeEmptyFolders(folder, dirname(key));
    },
    async tidy(prefix) {
      for await (const { key } of walk(folder, prefix)) if (PART.test(key)) await rm(addressOf(key), { force: true });
    },
    lock: () => lockFolder(folder),
  };
}

const bytesAt = async (path: string) => (await lstat(path).catch(nullIfGone))?.size ?? null;

async function* walk(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  for (const entry of await entriesOf(join(folder, prefix))) {
    const key = prefix + entry.name;
    if (entry.isDirectory()) yield* walk(folder, `${key}/`);
    else yield { key, bytes: (await lstat(join(folder, key))).size };
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfGone)) ?? [];
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * @param place called once the part is complete and survives a power cut. If the part still exists afterwards, it is
 * deleted.
 */
async function writePart(
  part: string,
  contents: AsyncIterable<Buffer>,
  { signal, place }: { readonly signal: AbortSignal; readonly place: (part: string) => Promise<void> },
): Promise<void> {
  try {
    await pipeline(contents, createWriteStream(part, { mode: 0o600, flush: true }), { signal });
    await place(part);
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes the folder and its parents, as long as they are empty. */
async function removeEmptyFolders(folder: string, below: string): Promise<void> {
  if (below === ".") return;
  const isRemoved = await rmdir(join(folder, below)).then(
    () => true,
    () => false,
  );
  if (isRemoved) await removeEmptyFolders(folder, dirname(below));
}

/** Ignores the lock of a killed process. */
async function lockFolder(folder: string): Promise<StoreLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "lock");
  const handle = await open(path, "wx", 0o600).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const pid = Number(await readFile(path, "utf8"));
    if (isAlive(pid))
      throw new Error(`Process ${pid} is writing a backup to this folder. Try again when it has ended.`);
    await rm(path, { force: true });
    return open(path, "wx", 0o600);
  });
  await handle.writeFile(String(process.pid)).finally(() => handle.close());
  return { lost: new AbortController().signal, release: () => rm(path, { force: true }) };
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
