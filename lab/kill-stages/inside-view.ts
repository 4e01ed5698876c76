/** What lies in the database and in the folders of a server under test, and which of its children live. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { ServerUnderTest } from "../server-under-test.ts";

/** Lines of postmaster.pid, from 0. Source: PostgreSQL, src/include/utils/pidfile.h. */
const PORT_LINE = 3;
const SOCKET_FOLDER_LINE = 4;

export interface Counts {
  readonly images: number;
  readonly slide_files: number;
  readonly ready: number;
  /** Uploads that are not done. */
  readonly open_uploads: number;
  /** Jobs that are not done. */
  readonly open_jobs: number;
}

const COUNTS = `SELECT
  (SELECT count(*)::int FROM image) AS images,
  (SELECT count(*)::int FROM slide_file) AS slide_files,
  (SELECT count(*)::int FROM slide_file WHERE state = 'ready') AS ready,
  (SELECT count(*)::int FROM upload WHERE state <> 'done') AS open_uploads,
  (SELECT count(*)::int FROM job WHERE state <> 'done') AS open_jobs`;

export async function countRows(server: ServerUnderTest): Promise<Counts> {
  const lines = readFileSync(join(server.dataFolder, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
  const client = new pg.Client({
    host: lines[SOCKET_FOLDER_LINE]?.trim() ?? "",
    port: Number(lines[PORT_LINE]),
    user: "postgres",
    database: "postgres",
  });
  await client.connect();
  try {
    const { rows } = await client.query<Counts>(COUNTS);
    return rows[0] as Counts;
  } finally {
    await client.end();
  }
}

export interface Files {
  readonly uploads: readonly string[];
  /** Ids of slide files. */
  readonly slideFolders: readonly string[];
}

export async function listFiles({ dataFolder }: ServerUnderTest): Promise<Files> {
  return {
    uploads: await readdir(join(dataFolder, "uploads")),
    slideFolders: await readdir(join(dataFolder, "slides/1")).catch(() => []),
  };
}

/** Processes that work on files of the server, other than itself and its database. */
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
