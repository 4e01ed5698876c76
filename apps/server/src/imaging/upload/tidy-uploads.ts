/** Removes what a kill left in the folder of uploads. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { UPLOAD_EXPIRY_MS } from "@parfocal/core/upload/upload.contract.ts";
import { withSite } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { findUpload } from "./upload.queries.ts";

/** Someone who is at work on a file writes to it, or has done with it, sooner than this: the longest look at a file takes 1 min. */
const UNTOUCHED_MS = 2 * 60 * 1000;

interface Leftover {
  /** Groups of digits are given to `isAbandoned`. */
  readonly name: RegExp;
  readonly isAbandoned: (platform: Platform, ageMs: number, ...numbers: number[]) => boolean | Promise<boolean>;
}

const LEFTOVERS: readonly Leftover[] = [
  { name: /\.part(?:\.|$)/, isAbandoned: (_platform, ageMs) => ageMs > UNTOUCHED_MS },
  {
    // The importing process has its id in the name; it may be on another machine.
    name: /^import-(\d+)-/,
    isAbandoned: (_platform, ageMs, processId) => ageMs > (isAlive(processId!) ? UPLOAD_EXPIRY_MS : UNTOUCHED_MS),
  },
  {
    name: /^(\d+)-(\d+)$/,
    isAbandoned: async ({ database }, ageMs, siteId, id) => {
      const row = await withSite(database, siteId!, (db) => findUpload(db, siteId!, id!));
      // The row of a new upload is committed after its file is made.
      return row === undefined ? ageMs > UPLOAD_EXPIRY_MS : row.state === "done" || row.state === "failed";
    },
  },
];

/** @param now instant to judge at, in ms since the epoch. */
export async function tidyUploads(platform: Platform, now: number): Promise<void> {
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

/** Time since it was last written to, in ms; null: it is gone, as a file in use may be at any moment. */
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
