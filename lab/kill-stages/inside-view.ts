/** Contents of the database and the folders of a server under test, and its living children. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { queryDatabase } from "../database-of.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

export interface Counts {
  readonly images: number;
  readonly slide_files: number;
  readonly ready: number;
  /** Unfinished uploads. */
  readonly open_uploads: number;
  /** Unfinished jobs. */
  readonly open_jobs: number;
}

const COUNTS = `SELECT
  (SELECT count(*)::int FROM image) AS images,
  (SELECT count(*)::int FROM slide_file) AS slide_files,
  (SELECT count(*)::int FROM slide_file WHERE state = 'ready') AS ready,
  (SELECT count(*)::int FROM upload WHERE state <> 'done') AS open_uploads,
  (SELECT count(*)::int FROM job WHERE state <> 'done') AS open_jobs`;

export async function countRows(server: ServerUnderTest): Promise<Counts> {
  const [counts] = await queryDatabase<Counts & Record<string, unknown>>(server, COUNTS);
  return counts as Counts;
}

export interface Files {
  readonly uploads: readonly string[];
  /** IDs of slide files. */
  readonly slideFolders: readonly string[];
}

export async function listFiles({ dataFolder }: ServerUnderTest): Promise<Files> {
  return {
    uploads: await readdir(join(dataFolder, "uploads")),
    slideFolders: await readdir(join(dataFolder, "slides/1")).catch(() => []),
  };
}

/** Processes working on files of the server, except the server itself and its database. */
export function findChildren({ dataFolder }: ServerUnderTest): number[] {
  const folders = ["slides", "uploads"].map((name) => join(dataFolder, name));
  const isOnThem = (text: string) => folders.some((folder) => text.includes(folder));
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return isOnThem(readFileSync(`/proc/${name}/cmdline`, "latin1")) || isOnThem(readlinkSync(`/proc/${name}/cwd`));
      } catch {
        return false;
      }
    })
    .map(Number);
}
