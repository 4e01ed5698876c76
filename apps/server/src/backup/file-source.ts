/**
 * The files of an installation while they are backed up. Unfinished uploads are moved or deleted when they are
 * complete: held uploads remain readable until the backup is written.
 */
import { randomUUID } from "node:crypto";
import { link, lstat, mkdir, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import type { FileStore, ListedFile } from "#platform/files/file-store.ts";
import { isGone, nullIfGone } from "#platform/files/is-gone.ts";
import { UPLOADS_PREFIX } from "#platform/files/upload-files.ts";
import type { KeptFile, StoredFile } from "./backup-format.ts";
import { type Keeping, keepFile, keepListed, walkFiles } from "./kept-files.ts";
import { OrderedWork, type WorkBounds } from "./ordered-work.ts";

const UPLOADS = "uploads";
/**
 * Several small files are stored at the same time, since each mostly waits for the network and the disk. Limits memory,
 * and copies of remote files on the disk.
 */
const AT_ONCE: WorkBounds = { maxItems: 8, maxBytes: 32 * 1024 * 1024 };

export interface FileSource {
  /** Holds the unfinished uploads that exist now. */
  hold(): Promise<void>;
  /**
   * Stores all files, several at the same time, unless their contents are stored already. The results are in the order
   * of the list.
   *
   * @param known files of an earlier backup by their paths.
   */
  keepAll(known: ReadonlyMap<string, StoredFile>): AsyncIterable<KeptFile>;
  /** Ends work in progress. */
  release(): Promise<void>;
}

/** Folder for temporary files, on the file system of the data folder; not among the uploads. */
export const copiesFolder = (dataFolder: string): string => join(dataFolder, `backup-${randomUUID()}.part`);

/** Holds uploads by hard links. */
export function folderSource(dataFolder: string, keeping: Keeping, bounds: WorkBounds = AT_ONCE): FileSource {
  const uploads = join(dataFolder, UPLOADS);
  /** Path of the hard link, by the path of the upload in the data folder. */
  const names = new Map<string, string>();
  const ordered = new OrderedWork(bounds, keeping.signal);
  async function* paths() {
    for (const [path, from] of names) yield { path, from };
    for await (const path of walkFiles(dataFolder))
      if (!path.startsWith(UPLOADS + sep)) yield { path, from: join(dataFolder, path) };
  }
  async function* files() {
    for await (const each of paths()) yield { ...each, bytes: (await lstat(each.from).catch(nullIfGone))?.size ?? 0 };
  }
  return {
    async hold() {
      await mkdir(keeping.copies, { recursive: true, mode: 0o700 });
      for await (const path of walkFiles(uploads)) {
        const place = join(UPLOADS, path);
        if (names.has(place)) continue;
        const name = join(keeping.copies, String(names.size));
        try {
          await link(join(uploads, path), name);
          names.set(place, name);
        } catch (error) {
          if (!isGone(error)) throw error;
        }
      }
    },
    keepAll: (known) =>
      withoutGone(
        ordered.each(files(), ({ path, from }) =>
          keepFile({ ...keeping, signal: ordered.signal }, { from, path, known: known.get(path) }),
        ),
      ),
    release: () => endAndTidy(ordered, keeping),
  };
}

/** Holds uploads by storing them: chunks that existed before are not read again. */
export function storeSource(files: FileStore, keeping: Keeping, bounds: WorkBounds = AT_ONCE): FileSource {
  const held = new Map<string, KeptFile>();
  const ordered = new OrderedWork(bounds, keeping.signal);
  const keepAllOf = (listed: AsyncIterable<ListedFile>, known: ReadonlyMap<string, StoredFile>) =>
    withoutGone(
      ordered.each(listed, (each) =>
        keepListed({ ...keeping, signal: ordered.signal }, files, { listed: each, known: known.get(each.name) }),
      ),
    );
  async function* uploads() {
    for await (const each of files.list(UPLOADS_PREFIX)) if (!held.has(each.name)) yield each;
  }
  return {
    async hold() {
      for await (const file of keepAllOf(uploads(), new Map())) held.set(file.path, file);
    },
    async *keepAll(known) {
      yield* held.values();
      yield* keepAllOf(withoutUploads(files.list("")), known);
    },
    release: () => endAndTidy(ordered, keeping),
  };
}

async function endAndTidy(ordered: OrderedWork, { copies }: Keeping): Promise<void> {
  await ordered.end();
  await rm(copies, { recursive: true, force: true });
}

async function* withoutGone(kept: AsyncIterable<KeptFile | null>): AsyncGenerator<KeptFile> {
  for await (const file of kept) if (file) yield file;
}

async function* withoutUploads(listed: AsyncIterable<ListedFile>): AsyncGenerator<ListedFile> {
  for await (const each of listed) if (!each.name.startsWith(UPLOADS_PREFIX)) yield each;
}
