/**
 * The files of an installation while they are backed up. Unfinished uploads are moved or deleted when they are complete: those
 * that are held stay readable until the backup is written.
 */
import { randomUUID } from "node:crypto";
import { link, mkdir, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import type { FileStore, ListedFile } from "#platform/files/file-store.ts";
import { UPLOADS_PREFIX } from "#platform/files/upload-files.ts";
import type { KeptFile, StoredFile } from "./backup-format.ts";
import { isGone } from "./is-gone.ts";
import { type Keeping, keepFile, keepListed, walkFiles } from "./kept-files.ts";

const UPLOADS = "uploads";

export interface FileSource {
  /** Holds the unfinished uploads that are there now. */
  hold(): Promise<void>;
  /** Stores all files, unless their contents are stored already. @param known those of an earlier backup by their paths. */
  keepAll(known: ReadonlyMap<string, StoredFile>): AsyncIterable<KeptFile>;
  release(): Promise<void>;
}

/** Of temporary files, on the file system of the data folder; not among the uploads. */
export const copiesFolder = (dataFolder: string): string => join(dataFolder, `backup-${randomUUID()}.part`);

/** Holds uploads by hard links. */
export function folderSource(dataFolder: string, keeping: Keeping): FileSource {
  const uploads = join(dataFolder, UPLOADS);
  /** Path of the hard link, by the path of the upload in the data folder. */
  const names = new Map<string, string>();
  async function* paths() {
    for (const [path, from] of names) yield { path, from };
    for await (const path of walkFiles(dataFolder))
      if (!path.startsWith(UPLOADS + sep)) yield { path, from: join(dataFolder, path) };
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
    async *keepAll(known) {
      for await (const { path, from } of paths()) {
        const file = await keepFile(keeping, { from, path, known: known.get(path) });
        if (file) yield file;
      }
    },
    release: () => rm(keeping.copies, { recursive: true, force: true }),
  };
}

/** Holds uploads by storing them at once: chunks that were there before are not read again. */
export function storeSource(files: FileStore, keeping: Keeping): FileSource {
  const held = new Map<string, KeptFile>();
  async function* keepListedFiles(listed: AsyncIterable<ListedFile>, known: ReadonlyMap<string, StoredFile>) {
    for await (const each of listed) {
      keeping.signal.throwIfAborted();
      const file = await keepListed(keeping, files, { listed: each, known: known.get(each.name) });
      if (file) yield file;
    }
  }
  return {
    async hold() {
      for await (const listed of files.list(UPLOADS_PREFIX)) {
        keeping.signal.throwIfAborted();
        if (held.has(listed.name)) continue;
        const file = await keepListed(keeping, files, { listed, known: undefined });
        if (file) held.set(listed.name, file);
      }
    },
    async *keepAll(known) {
      yield* held.values();
      yield* keepListedFiles(withoutUploads(files.list("")), known);
    },
    release: () => rm(keeping.copies, { recursive: true, force: true }),
  };
}

async function* withoutUploads(listed: AsyncIterable<ListedFile>): AsyncGenerator<ListedFile> {
  for await (const each of listed) if (!each.name.startsWith(UPLOADS_PREFIX)) yield each;
}
