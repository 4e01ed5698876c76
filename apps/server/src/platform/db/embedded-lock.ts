/**
 * Allows one server per data folder, by a file that names the process that is using the folder.
 *
 * A process is identified by its ID and start time, so that a lock left by a dead process is recognized even if the ID
 * has been reused. PostgreSQL has its own lock; this one has a clear message.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

interface LockHolder {
  readonly pid: number;
  /** In clock ticks since the machine started. */
  readonly startedAt: string | null;
  /** Different for every lock, so that two locks of the same process differ. */
  readonly token: string;
}

interface FolderLock {
  release(): void;
}

const FILE_NAME = "server.lock";
/** A process that has just been killed still exists for a moment. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 20;

/**
 * Locks the folder, even if a dead process holds the lock.
 *
 * @param patienceMs how long to wait for a process that holds the folder to disappear.
 * @throws Error with a user-facing message that names the process that holds the folder.
 */
export async function lockFolder(folder: string, patienceMs = PATIENCE_MS): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, FILE_NAME);
  const own: LockHolder = { pid: process.pid, startedAt: startOfProcess(process.pid), token: crypto.randomUUID() };
  const draft = `${path}.${own.token}`;
  writeFileSync(draft, JSON.stringify(own));
  const deadline = performance.now() + patienceMs;
  try {
    while (!tryLink(draft, path)) {
      const holder = readHolder(path);
      if (!holder || !isAlive(holder)) removeStale(path, holder, draft);
      else if (performance.now() >= deadline) throw new Error(inUseSentence(folder, holder.pid));
      else await wait(PAUSE_MS);
    }
    return { release: () => releaseLock(path, own) };
  } finally {
    rmSync(draft, { force: true });
  }
}

function inUseSentence(folder: string, pid: number): string {
  return `The data folder ${folder} is already open in process ${pid}. Stop that server, or choose another folder with PARFOCAL_DATA.`;
}

/** A hard link appears atomically and complete, and never replaces an existing file. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readHolder(path: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as LockHolder;
  } catch {
    // Removed, or truncated by a full disk: no running process holds it.
    return null;
  }
}

/** Moves the stale file aside; the file is restored if it turns out to be a newer process's. */
function removeStale(path: string, stale: LockHolder | null, draft: string): void {
  const aside = `${draft}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (readHolder(aside)?.token !== stale?.token) tryLink(aside, path);
  rmSync(aside);
}

function releaseLock(path: string, own: LockHolder): void {
  if (readHolder(path)?.token === own.token) rmSync(path, { force: true });
}

function isAlive(holder: LockHolder): boolean {
  return holder.startedAt !== null && startOfProcess(holder.pid) === holder.startedAt;
}

/**
 * Null if the process does not exist, or has ended but its parent has not collected it yet (a zombie).
 *
 * Field 22 of /proc/PID/stat; the state is field 3. The command name before them is in brackets and may contain any
 * character. Source: proc(5).
 */
function startOfProcess(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fieldsFromThird = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return /[ZX]/.test(fieldsFromThird[0] ?? "") ? null : (fieldsFromThird[22 - 3] ?? null);
  } catch {
    return null;
  }
}
