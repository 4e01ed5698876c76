/** The files below a path on the server's disk, and the slides they belong to. */
import type { Dirent } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { arrangeFiles, type FoundFile, type SlideToImport } from "@parfocal/core/upload/arrange-files.ts";
import { endingOf, isRubbish } from "@parfocal/core/upload/slide-files.ts";
import { COMPANION_KINDS } from "@parfocal/core/upload/slide-sets.ts";

export interface DiskFile extends FoundFile {
  /** On the disk. */
  readonly absolutePath: string;
  readonly modifiedMs: number;
}

interface SlidesOnDisk {
  readonly slides: readonly SlideToImport<DiskFile>[];
  readonly leftOut: readonly DiskFile[];
}

/** The tile tree of one slide can have 2,000,000 files (rule D-9). */
const MAX_FILES = 2_000_000;
const DEEPEST = 32;

/**
 * All regular files below a folder; links are not followed, hidden files and folders are skipped.
 *
 * @param top prefix of the files' paths; empty, or ends with `/`.
 * @throws Error if there are more files than the limit, or if the folder itself cannot be read.
 */
export async function walkFolder(folder: string, top = "", signal?: AbortSignal): Promise<DiskFile[]> {
  const files: DiskFile[] = [];
  const open: { absolute: string; path: string; depth: number }[] = [{ absolute: folder, path: top, depth: 0 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    signal?.throwIfAborted();
    for (const entry of await entriesOf(at.absolute, at.depth === 0)) {
      if (isRubbish(entry.name)) continue;
      const absolute = join(at.absolute, entry.name);
      const path = at.path + entry.name;
      if (entry.isDirectory() && at.depth < DEEPEST) open.push({ absolute, path: `${path}/`, depth: at.depth + 1 });
      else if (entry.isFile()) {
        const file = await findDiskFile(absolute, path);
        if (file) files.push(file);
      }
      if (files.length > MAX_FILES) throw new Error(`There are more than ${MAX_FILES} files in ${folder}.`);
    }
  }
  return files;
}

/** Empty for a folder that was deleted or cannot be read, unless it is the given folder itself. */
function entriesOf(folder: string, isPlaceItself: boolean): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isPlaceItself) throw error;
    return [];
  });
}

/** null: it no longer exists, or is not a regular file. */
export async function findDiskFile(absolutePath: string, path = basename(absolutePath)): Promise<DiskFile | null> {
  const stats = await stat(absolutePath).catch(() => null);
  return stats?.isFile() ? { path, bytes: stats.size, absolutePath, modifiedMs: stats.mtimeMs } : null;
}

/**
 * The slides of the given files and folders. A given folder is included as a folder; a file that is part of a slide
 * includes the other files of that slide, if their names follow from its name.
 *
 * @throws Error with a message for a path that does not exist.
 */
export async function findSlidesAt(paths: readonly string[], signal?: AbortSignal): Promise<SlidesOnDisk> {
  const slides: SlideToImport<DiskFile>[] = [];
  const leftOut: DiskFile[] = [];
  for (const [folder, named] of Map.groupBy(new Set(paths), dirname)) {
    const files = new Map<string, DiskFile>();
    for (const path of named)
      for (const file of await filesAt(folder, basename(path), signal)) files.set(file.path, file);
    const arranged = await arrangeDiskFiles([...files.values()]);
    slides.push(...arranged.slides);
    leftOut.push(...arranged.leftOut);
  }
  return { slides, leftOut };
}

async function filesAt(folder: string, name: string, signal?: AbortSignal): Promise<DiskFile[]> {
  const absolute = await realpath(join(folder, name)).catch((error: unknown) => {
    throw new Error(`${join(folder, name)} does not exist.`, { cause: error });
  });
  if ((await stat(absolute)).isDirectory()) return walkFolder(absolute, `${name}/`, signal);
  const file = await findDiskFile(absolute, name);
  if (!file) return [];
  const ending = endingOf(name);
  const companions = Object.values(COMPANION_KINDS).filter((kind) => kind.ending === ending);
  const others = await Promise.all(
    companions.map(async ({ folderOf }) => {
      const beside = folderOf(name.slice(0, -ending.length - 1));
      return walkFolder(join(dirname(absolute), beside), `${beside}/`, signal).catch(() => []);
    }),
  );
  return [file, ...others.flat()];
}

export function arrangeDiskFiles(files: readonly DiskFile[]): Promise<SlidesOnDisk> {
  return arrangeFiles(files, readStart);
}

async function readStart({ absolutePath }: DiskFile, bytes: number): Promise<Uint8Array> {
  const file = await open(absolutePath, "r");
  try {
    const start = new Uint8Array(bytes);
    const { bytesRead } = await file.read(start, 0, bytes, 0);
    return start.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
