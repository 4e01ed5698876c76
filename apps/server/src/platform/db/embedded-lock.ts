/**
 * One server per data folder: a file that names the process which has the folder open.
 *
 * A process is identified by its number and its start time, so that a lock left by a dead process is recognized even
 * when the number has been reused. PostgreSQL has its own interlock; this one has a clear message.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

interface LockHolder {
  readonly pid: number;
  /** In clock ticks since the machine started. */
  readonly startedAt: string | null;
  /** Unlike in any other lock: two takings by one process differ. */
  readonly token: string;
}

interface FolderLock {
  release(): void;
}

const FILE_NAME = "server.lock";
/** A process that was killed this instant is still there for a moment. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 20;

/**
 * Takes the folder, also from a process that is dead.
 *
 * @param patienceMs how long a process that has the folder is given to disappear.
 * @throws Error with a sentence naming the process that has the folder.
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

/** A hard link appears at once and whole, and never over an existing file. */
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
    // Removed, or truncated by a full disk: no live process holds it.
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
 * Null when there is no such process, or it has ended and only its parent has not noticed yet (a zombie).
 *
 * Field 22 of /proc/PID/stat, its state being field 3; the command's name before them is in brackets and may hold
 * anything. Source: proc(5).
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
