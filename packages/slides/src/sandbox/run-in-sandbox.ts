/**
 * Processes an untrusted file in a sandboxed child process. Returns its result, or throws a user-facing or an internal
 * error.
 */
import type { ChildProcess } from "node:child_process";
import { SlideFileError } from "../slide-source.ts";
import { createPlaces } from "./places.ts";
import type { SandboxMessage } from "./sandbox-message.ts";
import { type SandboxFence, startSandbox } from "./start-sandbox.ts";

export interface SandboxTask {
  /** A script that calls `runTask`. */
  readonly script: URL;
  /** Plain values. */
  readonly order: unknown;
  readonly fence: SandboxFence;
  /** Time limit after which the process is killed; waiting for a place does not count. */
  readonly timeLimitMs: number;
  /** User-facing message if the time limit is exceeded. */
  readonly overTimeMessage: string;
  readonly signal?: AbortSignal;
  /** Fraction of the work done, 0 to 1; never decreases. */
  readonly onProgress?: (done: number) => void;
}

/** Maximum number of sandboxes of this process. Source: rule D-10. */
const AT_ONCE = 2;
const places = createPlaces(AT_ONCE);

const KEPT_STDERR_CHARACTERS = 2000;

/** Signals that request the process to stop; the file is not the cause. */
const REQUESTS_TO_STOP: readonly (NodeJS.Signals | null)[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** How a sandboxed process ended. */
interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isOverTime: boolean;
  readonly hasStarted: boolean;
  /** The last message, if there was any. */
  readonly outcome: SandboxMessage | null;
  readonly stderr: string;
}

/**
 * @returns the result of the script's work, as converted by JSON.
 * @throws SlideFileError if the work throws one, or if the file crashes the process or takes too long; the signal's
 *   reason if aborted; another error if the process failed for a reason other than the file.
 */
export async function runInSandbox<Answer>(work: SandboxTask): Promise<Answer> {
  const giveBack = await places.take(work.signal);
  try {
    const child = startSandbox(work.script, work.order, work.fence);
    const ending = await endOf(child, work);
    work.signal?.throwIfAborted();
    return answerOf(ending, work.overTimeMessage) as Answer;
  } finally {
    giveBack();
  }
}

async function endOf(child: ChildProcess, { signal: stop, timeLimitMs, onProgress }: SandboxTask): Promise<Ending> {
  let outcome: SandboxMessage | null = null;
  let hasStarted = false;
  let isOverTime = false;
  let progress = 0;
  let stderr = "";
  const kill = () => void child.kill("SIGKILL");
  const timer = setTimeout(() => {
    isOverTime = true;
    kill();
  }, timeLimitMs);
  stop?.addEventListener("abort", kill);
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-KEPT_STDERR_CHARACTERS);
  });
  child.on("message", (message: SandboxMessage) => {
    if (message.kind === "started") {
      hasStarted = true;
    } else if (message.kind !== "progress") {
      outcome = message;
    } else if (message.done > progress) {
      progress = message.done;
      onProgress?.(progress);
    }
  });
  try {
    return await new Promise<Ending>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve({ code, signal, isOverTime, hasStarted, outcome, stderr }));
    });
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener("abort", kill);
  }
}

function answerOf({ outcome, ...ending }: Ending, overTimeMessage: string): unknown {
  const cause = new Error(`the process ended with ${ending.signal ?? ending.code}: ${ending.stderr}`);
  switch (outcome?.kind) {
    case "done":
      return outcome.answer;
    case "refused":
      throw new SlideFileError(outcome.reason, outcome.message, { cause: outcome.cause || cause });
    case "failed":
      throw new Error(outcome.message, { cause });
  }
  if (ending.isOverTime) throw new SlideFileError("tooLarge", overTimeMessage, { cause });
  if (!ending.hasStarted || REQUESTS_TO_STOP.includes(ending.signal)) throw cause;
  const message = "Reading this file failed. It may be damaged or too large.";
  throw new SlideFileError("damaged", message, { cause });
}
