/**
 * Runs a program that reads an untrusted file: Node's sandbox does not apply to it, so it gets an empty environment, a
 * folder of its own, no network if the system supports that, and limits of time, memory and disk (rule D-10). It ends
 * with this process.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { promisify } from "node:util";
import { createPlaces } from "../sandbox/places.ts";

export interface ProgramWork {
  readonly program: string;
  readonly parameters: readonly string[];
  /** Working folder, also for temporary files. */
  readonly folder: string;
  readonly largestFileBytes: number;
  readonly timeLimitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with each piece of its output. */
  readonly onPrinted?: (text: string) => void;
}

/** How the program exited. */
export interface ProgramEnding {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isOverTime: boolean;
  /** The last part of its error output. */
  readonly complaint: string;
}

/** Maximum number of programs run by this process at the same time. */
const AT_ONCE = 2;
const places = createPlaces(AT_ONCE);

const THREADS = 2;
const NICENESS = 10;
/** OpenSlide and libvips need 100 to 500 MB for a large slide. */
const MEMORY_BYTES = 4 * 2 ** 30;
const KEPT_CHARACTERS = 4000;

const PRLIMIT = "/usr/bin/prlimit";
const SETPRIV = "/usr/bin/setpriv";
const UNSHARE = "/usr/bin/unshare";
const WITHOUT_NETWORK = ["--user", "--map-current-user", "--net"];

let whetherNetworkCanBeTaken: Promise<boolean> | null = null;

/** @throws the signal's reason if aborted; the system's error if it cannot be started. */
export async function runProgram(work: ProgramWork): Promise<ProgramEnding> {
  const giveBack = await places.take(work.signal);
  try {
    const [command, ...parameters] = [...(await fenceOf(work)), work.program, ...work.parameters];
    const child = spawn(command!, parameters, {
      cwd: work.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { TMPDIR: work.folder, VIPS_CONCURRENCY: String(THREADS), MALLOC_ARENA_MAX: "2", LC_ALL: "C.UTF-8" },
      detached: true,
    });
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    const ending = await endOf(child, work);
    work.signal?.throwIfAborted();
    return ending;
  } finally {
    giveBack();
  }
}

/** Wrapper commands before the program's name; empty if the system has none of them. */
async function fenceOf({ timeLimitMs, largestFileBytes }: ProgramWork): Promise<string[]> {
  whetherNetworkCanBeTaken ??= canTakeNetwork();
  return [
    ...((await whetherNetworkCanBeTaken) ? [UNSHARE, ...WITHOUT_NETWORK] : []),
    // Killed together with this process. After the previous line, which would reset this setting.
    ...(existsSync(SETPRIV) ? [SETPRIV, "--pdeathsig", "KILL"] : []),
    ...(existsSync(PRLIMIT)
      ? [
          PRLIMIT,
          `--cpu=${Math.ceil((timeLimitMs / 1000) * THREADS)}`,
          `--data=${MEMORY_BYTES}`,
          `--fsize=${largestFileBytes}`,
          "--core=0",
        ]
      : []),
  ];
}

async function canTakeNetwork(): Promise<boolean> {
  if (!existsSync(UNSHARE)) return false;
  try {
    await promisify(execFile)(UNSHARE, [...WITHOUT_NETWORK, "/bin/true"], { env: {}, timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

async function endOf(child: ChildProcess, { signal: stop, timeLimitMs, onPrinted }: ProgramWork) {
  let isOverTime = false;
  let complaint = "";
  const kill = () => void child.kill("SIGKILL");
  const timer = setTimeout(() => {
    isOverTime = true;
    kill();
  }, timeLimitMs);
  stop?.addEventListener("abort", kill);
  if (stop?.aborted) kill();
  child.stdout?.on("data", (chunk: Buffer) => onPrinted?.(chunk.toString("latin1")));
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-KEPT_CHARACTERS);
  });
  try {
    return await new Promise<ProgramEnding>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve({ code, signal, isOverTime, complaint }));
    });
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener("abort", kill);
  }
}
