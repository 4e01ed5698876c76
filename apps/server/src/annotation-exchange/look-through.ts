/** Looks a file through without keeping the server from its other work: one that is not small, in a process of its own. */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { setPriority } from "node:os";
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import type { NewAnnotation } from "#annotation/annotation.queries.ts";
import { type ImportWishes, type LookedThrough, lookThroughFile } from "./import-annotations.ts";
import { textOf } from "./receive-annotation-file.ts";

/** Up to here no step takes longer than some ten milliseconds; starting a process takes some hundred. */
const LARGEST_SMALL_BYTES = 256 * 1024;
/** Of the process: a file of 50 MB can become many times as much when it is read. Source: rule D-10. */
const CHILD_HEAP_MB = 512;
/** Below the server's own work. */
const NICENESS = 10;
/** How a process ends whose heap is full, and one that is killed for the machine's memory. */
const ENDS_OF_TOO_MUCH: readonly (NodeJS.Signals | null)[] = ["SIGABRT", "SIGKILL"];

export interface LookedThroughBytes extends LookedThrough {
  /** Of the file, hex. */
  readonly sha256: string;
}

/** What the process is sent first. */
export interface LookOrder {
  readonly bytes: Uint8Array;
  readonly wishes: ImportWishes;
}

/** What the process tells. */
export type LookNews =
  | (Omit<LookedThroughBytes, "rows"> & { readonly kind: "looked"; readonly count: number })
  | { readonly kind: "rows"; readonly rows: readonly NewAnnotation[] }
  | { readonly kind: "refused"; readonly why: ErrorKind; readonly message: string; readonly codes: readonly string[] }
  /** By a fault of ours. */
  | { readonly kind: "failed"; readonly message: string };

/** What the process is told then, once for each few rows: all at once would take a second to receive. */
export const MORE_ROWS = "more";

/** In the calling process. @throws AppError as `lookThroughFile` and `textOf` do. */
export async function lookThroughHere(bytes: Uint8Array, wishes: ImportWishes): Promise<LookedThroughBytes> {
  const looked = await lookThroughFile(textOf(bytes), wishes);
  return { ...looked, sha256: createHash("sha256").update(bytes).digest("hex") };
}

const tooMuch = (cause: Error) =>
  new AppError("tooLarge", "This file holds too much to be looked through at once. Divide it into smaller ones.", {
    codes: ["file"],
    cause,
  });

/**
 * In a process: a thread that has no memory left while JSON is parsed takes the whole server with it.
 *
 * @param heapMb that the process may have.
 * @throws AppError as `lookThroughHere` does; `tooLarge` if the process needs more.
 */
export function lookThroughInProcess(order: LookOrder, heapMb = CHILD_HEAP_MB): Promise<LookedThroughBytes> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL("./look-through.child.ts", import.meta.url), {
      execArgv: [`--max-old-space-size=${heapMb}`],
      // Nothing of the server's environment: it may hold secrets.
      env: {},
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    const rows: NewAnnotation[] = [];
    let looked: Extract<LookNews, { kind: "looked" }> | undefined;
    let failure: unknown;
    child.on("message", (news: LookNews) => {
      if (news.kind === "refused") failure = new AppError(news.why, news.message, { codes: news.codes });
      else if (news.kind === "failed") failure = new Error(news.message);
      else if (news.kind === "looked") looked = news;
      else rows.push(...news.rows);
      if (looked && rows.length < looked.count) setImmediate(() => child.send(MORE_ROWS));
      else child.disconnect();
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      const ended = new Error(`the process that looks a file through ended with ${signal ?? code}`);
      if (looked && rows.length === looked.count) resolve({ report: looked.report, sha256: looked.sha256, rows });
      else reject(failure ?? (ENDS_OF_TOO_MUCH.includes(signal) ? tooMuch(ended) : ended));
    });
    child.send(order);
  });
}

/** @throws AppError as `lookThroughHere` and `lookThroughInProcess` do. */
export const lookThrough = (bytes: Uint8Array, wishes: ImportWishes): Promise<LookedThroughBytes> =>
  bytes.length <= LARGEST_SMALL_BYTES ? lookThroughHere(bytes, wishes) : lookThroughInProcess({ bytes, wishes });
