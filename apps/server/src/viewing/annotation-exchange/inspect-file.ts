/** Looks a file through without keeping the server from its other work: one that is not small, in a process of its own. */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import { type SandboxFence, startSandbox } from "@parfocal/slides/sandbox/start-sandbox.ts";
import type { NewAnnotation } from "#annotation/annotation.queries.ts";
import { type ImportWishes, type InspectionResult, lookThroughFile } from "./import-annotations.ts";
import { textOf } from "./receive-annotation-file.ts";

/** Up to here no step takes longer than some ten milliseconds; starting a process takes some hundred. */
const LARGEST_SMALL_BYTES = 256 * 1024;
/**
 * What the process may use. A file of 50 MB can become many times as much when it is read. A good one takes some 20 s of
 * processor time, and minutes on a busy machine. Source: rule D-10, decision 0043.
 */
export interface LookLimits {
  readonly heapMb: number;
  readonly cpuSeconds: number;
  readonly timeLimitMs: number;
}
const LIMITS: LookLimits = { heapMb: 512, cpuSeconds: 60, timeLimitMs: 5 * 60_000 };
const CHILD = new URL("./inspect-file.child.ts", import.meta.url);
/** Our own code, and no file that anybody has brought: the process is sent those as a message. */
const READABLE_CODE = ["../../..", "../../../../../packages/core"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
/** How a process ends whose heap is full, and one that is killed for the machine's memory or its processor time. */
const ENDS_OF_TOO_MUCH: readonly (NodeJS.Signals | null)[] = ["SIGABRT", "SIGKILL"];

export interface LookedThroughBytes extends InspectionResult {
  /** Of the file, hex. */
  readonly sha256: string;
}

/** What the process is sent first. */
export interface LookOrder {
  readonly bytes: Uint8Array;
  readonly wishes: ImportWishes;
}

/** What the process tells. */
export type InspectionMessage =
  | (Omit<LookedThroughBytes, "rows"> & { readonly kind: "looked"; readonly count: number })
  | { readonly kind: "rows"; readonly rows: readonly NewAnnotation[] }
  | { readonly kind: "refused"; readonly why: ErrorKind; readonly message: string; readonly codes: readonly string[] }
  /** It tried what the fence forbids. */
  | { readonly kind: "broken"; readonly message: string }
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
  new AppError("tooLarge", "The file is too large to import at once. Split it into smaller files.", {
    codes: ["file"],
    cause,
  });

const tooLong = (cause: Error) =>
  new AppError("tooLarge", "Reading this file takes too long. Split it into smaller files.", {
    codes: ["file"],
    cause,
  });

const breaks = (cause: Error) =>
  new AppError("invalid", "Reading this file failed. It may be damaged or too large.", {
    codes: ["file"],
    cause,
  });

/** Someone wanted the process to stop; the file has no part in it. */
const REQUESTS_TO_STOP: readonly (NodeJS.Signals | null)[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Why a process ended before it had reported everything. */
function faultOf(signal: NodeJS.Signals | null, code: number | null, isOverTime: boolean): Error {
  const ended = new Error(`the process that looks a file through ended with ${signal ?? code}`);
  if (isOverTime) return tooLong(ended);
  if (REQUESTS_TO_STOP.includes(signal)) return ended;
  return ENDS_OF_TOO_MUCH.includes(signal) || code === 134 ? tooMuch(ended) : breaks(ended);
}

/**
 * In a process of its own that may read nothing but our code, write nothing, and use only so much of the machine: a
 * thread that has no memory left while JSON is parsed takes the whole server with it.
 *
 * @param script sends `InspectionMessage`.
 * @throws AppError as `lookThroughHere` does; `tooLarge` if the process needs more than the limits; `invalid` if the file
 *   breaks it.
 */
export function lookThroughInProcess(
  order: LookOrder,
  limits: Partial<LookLimits> = {},
  script = CHILD,
): Promise<LookedThroughBytes> {
  const { heapMb, cpuSeconds, timeLimitMs } = { ...LIMITS, ...limits };
  const fence: SandboxFence = { mayRead: READABLE_CODE, mayWrite: [], cpuSeconds, largestFileBytes: 0, heapMb };
  return new Promise((resolve, reject) => {
    const child = startSandbox(script, null, fence, "advanced");
    child.stderr?.resume();
    let isOverTime = false;
    const timer = setTimeout(() => {
      isOverTime = true;
      child.kill("SIGKILL");
    }, timeLimitMs);
    const rows: NewAnnotation[] = [];
    let looked: Extract<InspectionMessage, { kind: "looked" }> | undefined;
    let failure: unknown;
    child.on("message", (news: InspectionMessage) => {
      if (news.kind === "refused") failure = new AppError(news.why, news.message, { codes: news.codes });
      else if (news.kind === "broken") failure = breaks(new Error(news.message));
      else if (news.kind === "failed") failure = new Error(news.message);
      else if (news.kind === "looked") looked = news;
      else for (const row of news.rows) rows.push(row);
      if (looked && rows.length < looked.count) setImmediate(() => child.connected && child.send(MORE_ROWS));
      else child.disconnect();
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (looked && rows.length === looked.count) resolve({ report: looked.report, sha256: looked.sha256, rows });
      else reject(failure ?? faultOf(signal, code, isOverTime));
    });
    // It may have ended before it was told anything: its end says why.
    child.send(order, () => undefined);
  });
}

/** @throws AppError as `lookThroughHere` and `lookThroughInProcess` do. */
export const inspectFile = (bytes: Uint8Array, wishes: ImportWishes): Promise<LookedThroughBytes> =>
  bytes.length <= LARGEST_SMALL_BYTES ? lookThroughHere(bytes, wishes) : lookThroughInProcess({ bytes, wishes });
