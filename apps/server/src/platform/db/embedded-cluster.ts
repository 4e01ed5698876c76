/**
 * The files of the embedded database (a cluster, in PostgreSQL's terms): creates them once and ends left-over
 * processes.
 */
import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { giveFolderTo, type PostgresAccount } from "./embedded-account.ts";
import type { PostgresBinaries } from "./embedded-binaries.ts";

export const SUPERUSER = "postgres";

/** Environment of PostgreSQL's programs, without variables that could change their behaviour. */
export function postgresEnvironment(binaries: PostgresBinaries): NodeJS.ProcessEnv {
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    LD_LIBRARY_PATH: binaries.libraryPath,
  };
}

interface ClusterOptions {
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount;
  /** Whether a new cluster is flushed to disk before it is used. */
  readonly isDurable: boolean;
}

/**
 * Creates the cluster if there is none. It is created next to its final path and renamed when complete, so that a kill
 * half-way leaves nothing that looks like a database.
 *
 * @throws Error with a user-facing message if the cluster is of another major version.
 */
export async function ensureCluster(cluster: string, options: ClusterOptions): Promise<void> {
  const { binaries, account } = options;
  removeHalfMade(cluster);
  if (!existsSync(cluster)) await makeCluster(cluster, options);
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (version !== binaries.majorVersion) {
    throw new Error(
      `The database in ${cluster} was created by PostgreSQL ${version}, but this version of Parfocal uses ${binaries.majorVersion}. Write a backup with the version of Parfocal that you used before, and restore it with this one.`,
    );
  }
  giveFolderTo(account, cluster);
}

const HALF_MADE = ".new-";

function removeHalfMade(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(basename(cluster) + HALF_MADE))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true });
  }
}

async function makeCluster(cluster: string, { binaries, account, isDurable }: ClusterOptions): Promise<void> {
  const fresh = `${cluster}${HALF_MADE}${process.pid}`;
  mkdirSync(fresh, { mode: 0o700 });
  giveFolderTo(account, fresh);
  const words = [
    ["--pgdata", fresh],
    ["--username", SUPERUSER],
    // Only this account may enter the socket's folder, so every client is trusted.
    ["--auth", "trust"],
    ["--encoding", "UTF8"],
    ["--locale-provider", "icu", "--icu-locale", "und", "--locale", "C.UTF-8"],
    ["--data-checksums"],
    isDurable ? [] : ["--no-sync"],
  ].flat();
  await runProgram([...account.prefix, binaries.initdb, ...words], binaries, account);
  renameSync(fresh, cluster);
  syncFolder(dirname(cluster));
}

function runProgram(
  commandLine: readonly string[],
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  const [command, ...words] = commandLine as [string, ...string[]];
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      ...account.identity,
      cwd: "/",
      env: postgresEnvironment(binaries),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (output += piece));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The database could not be created (${signal ?? `status ${code}`}):\n${output.trim()}`));
    });
  });
}

/** Makes a rename in the folder survive a power cut. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** All PostgreSQL processes of this cluster: the cluster is their working directory. */
export function listClusterProcesses(cluster: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === cluster && commandName(pid) === "postgres");
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function commandName(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return null;
  }
}

/** Signals sent to left-over processes, and how long to wait for each. */
const STOPPING_STEPS = [
  { signal: "SIGINT", waitMs: 10_000 },
  { signal: "SIGQUIT", waitMs: 3_000 },
  { signal: "SIGKILL", waitMs: 2_000 },
] as const;

/**
 * Ends the processes that a killed server or a killed postmaster left in the cluster. Call while the folder is locked.
 *
 * @param startWith SIGINT if a postmaster may still shut the database down cleanly; SIGKILL if it is already dead.
 * @throws Error with a user-facing message if a process does not end.
 */
export async function endLeftoverProcesses(cluster: string, startWith: "SIGINT" | "SIGKILL"): Promise<void> {
  const steps = STOPPING_STEPS.slice(STOPPING_STEPS.findIndex((step) => step.signal === startWith));
  for (const { signal, waitMs } of steps) {
    signalAll(listClusterProcesses(cluster), signal);
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      if (listClusterProcesses(cluster).length === 0) return;
      await wait(20);
    }
  }
  throw new Error(
    `Processes of an earlier start are still running in ${cluster} and do not exit: ${listClusterProcesses(cluster).join(", ")}.`,
  );
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
