/** Removes files left in the upload folder after a kill. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { UPLOAD_EXPIRY_MS } from "@parfocal/core/upload/upload.contract.ts";
import { filesIn } from "#attachment/tidy-attachments.ts";
import { withSite } from "#platform/db/database.ts";
import { removeAll, UPLOADS_PREFIX } from "#platform/files/upload-files.ts";
import type { Platform } from "#platform/platform.ts";
import { findUpload } from "./upload.queries.ts";

/** A running process writes to its file, or finishes, within this time: the longest probe of a file takes 1 min. */
const UNTOUCHED_MS = 2 * 60 * 1000;

interface Leftover {
  /** Captured numbers are passed to `isAbandoned`. */
  readonly name: RegExp;
  readonly isAbandoned: (platform: Platform, ageMs: number, ...numbers: number[]) => boolean | Promise<boolean>;
}

/** @param ageMs time since the last write. */
async function isOver({ database }: Platform, ageMs: number, siteId: number, id: number): Promise<boolean> {
  const row = await withSite(database, siteId, (db) => findUpload(db, siteId, id));
  // The row of a new upload is committed after its file is created.
  return row === undefined ? ageMs > UPLOAD_EXPIRY_MS : row.state === "done" || row.state === "failed";
}

const LEFTOVERS: readonly Leftover[] = [
  { name: /\.part(?:\.|$)/, isAbandoned: (_platform, ageMs) => ageMs > UNTOUCHED_MS },
  {
    // The name contains the ID of the importing process, which may run on another machine.
    name: /^import-(\d+)-/,
    isAbandoned: (_platform, ageMs, processId) => ageMs > (isAlive(processId!) ? UPLOAD_EXPIRY_MS : UNTOUCHED_MS),
  },
  {
    name: /^(\d+)-(\d+)$/,
    isAbandoned: (platform, ageMs, siteId, id) => isOver(platform, ageMs, siteId!, id!),
  },
];

/** @param now current time, ms since the epoch. */
export async function tidyUploads(platform: Platform, now: number): Promise<void> {
  await tidyUploadsHere(platform, now);
  if (!platform.files.isFolder) await tidyStoredChunks(platform, now);
}

/** In the folder of this machine only. */
export async function tidyUploadsHere(platform: Platform, now: number): Promise<void> {
  const { uploads } = platform.folders;
  for (const name of await readdir(uploads)) {
    const kind = LEFTOVERS.find((leftover) => leftover.name.test(name));
    const path = join(uploads, name);
    const ageMs = await ageOf(path, now);
    if (kind === undefined || ageMs === null) continue;
    const numbers = kind.name.exec(name)?.slice(1).map(Number) ?? [];
    if (await kind.isAbandoned(platform, ageMs, ...numbers)) await rm(path, { recursive: true, force: true });
  }
}

async function tidyStoredChunks(platform: Platform, now: number): Promise<void> {
  const { files } = platform;
  const uploads = new Map<string, { names: string[]; writtenMs: number }>();
  for (const [path, writtenMs] of await filesIn(files, UPLOADS_PREFIX)) {
    const [key = ""] = path.split("/");
    const upload = uploads.get(key) ?? { names: [], writtenMs };
    upload.names.push(UPLOADS_PREFIX + path);
    uploads.set(key, { ...upload, writtenMs: Math.max(upload.writtenMs, writtenMs) });
  }
  for (const [key, { names, writtenMs }] of uploads) {
    const [, siteId, id] = /^(\d+)-(\d+)$/.exec(key) ?? [];
    if (id !== undefined && (await isOver(platform, now - writtenMs, Number(siteId), Number(id))))
      await removeAll(files, names);
  }
}

/** Time since the last write, in ms; null: the file no longer exists, which can happen at any time to a file in use. */
async function ageOf(path: string, now: number): Promise<number | null> {
  try {
    return now - (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
