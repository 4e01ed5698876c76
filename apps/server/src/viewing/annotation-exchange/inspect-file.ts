/** Checks a file without blocking the server: unless it is small, in a separate process. */
import { createHash } from "node:crypto";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import { type SandboxFence, startSandbox } from "@parfocal/slides/sandbox/start-sandbox.ts";
import type { NewAnnotation } from "#annotation/annotation.queries.ts";
import { pathOfServerScript } from "#platform/server-scripts.ts";
import { type ImportOptions, type InspectionResult, inspectText } from "./import-annotations.ts";
import { textOf } from "./receive-annotation-file.ts";

/** Up to this size no step takes longer than tens of milliseconds; starting a process takes hundreds. */
const LARGEST_SMALL_BYTES = 256 * 1024;
/**
 * Limits of the process. Parsing a file of 50 MB can need many times its size. A valid file takes about 20 s of
 * processor time, and minutes on a busy machine. Source: rule D-10, decision 0043.
 */
interface InspectionLimits {
  readonly heapMb: number;
  readonly cpuSeconds: number;
  readonly timeLimitMs: number;
}
const LIMITS: InspectionLimits = { heapMb: 512, cpuSeconds: 60, timeLimitMs: 5 * 60_000 };
const CHILD = new URL("./inspect-file.child.ts", import.meta.url);
/** Only the code of this software, no user files: the process receives those as messages. */
const READABLE_CODE = ["../../..", "../../../../../packages/core"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
/** Exit signals of a process whose heap is full, and of one killed because of memory or processor time. */
const ENDS_OF_TOO_MUCH: readonly (NodeJS.Signals | null)[] = ["SIGABRT", "SIGKILL"];

export interface InspectedFile extends InspectionResult {
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
}

/** First message to the process. */
export interface InspectionOrder {
  readonly bytes: Uint8Array;
  readonly options: ImportOptions;
}

/** Messages of the process. */
export type InspectionMessage =
  | (Omit<InspectedFile, "rows"> & { readonly kind: "inspected"; readonly count: number })
  | { readonly kind: "rows"; readonly rows: readonly NewAnnotation[] }
  | { readonly kind: "refused"; readonly why: ErrorKind; readonly message: string; readonly codes: readonly string[] }
  /** It tried something that the sandbox forbids. */
  | { readonly kind: "broken"; readonly message: string }
  /** An internal error. */
  | { readonly kind: "failed"; readonly message: string };

/** Request for the next batch of rows: receiving all of them together would take a second. */
const MORE_ROWS = "more";

/** In the calling process. @throws AppError like `inspectText` and `textOf`. */
export async function inspectHere(bytes: Uint8Array, options: ImportOptions): Promise<InspectedFile> {
  const inspected = await inspectText(textOf(bytes), options);
  return { ...inspected, sha256: createHash("sha256").update(bytes).digest("hex") };
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

/** The process was stopped from outside, independently of the file. */
const REQUESTS_TO_STOP: readonly (NodeJS.Signals | null)[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Why a process ended before it had reported everything. */
function faultOf(signal: NodeJS.Signals | null, code: number | null, isOverTime: boolean): Error {
  const ended = new Error(`the process that inspects a file ended with ${signal ?? code}`);
  if (isOverTime) return tooLong(ended);
  if (REQUESTS_TO_STOP.includes(signal)) return ended;
  return ENDS_OF_TOO_MUCH.includes(signal) || code === 134 ? tooMuch(ended) : breaks(ended);
}

/**
 * In a separate process that can only read this software's code, cannot write, and has limited resources: a thread that
 * runs out of memory while it parses JSON would end the whole server.
 *
 * @param script sends `InspectionMessage`.
 * @throws AppError like `inspectHere`; `tooLarge` if the process exceeds its limits; `invalid` if the file makes it
 * crash.
 */
export function inspectInProcess(
  order: InspectionOrder,
  limits: Partial<InspectionLimits> = {},
  script = CHILD,
): Promise<InspectedFile> {
  const { heapMb, cpuSeconds, timeLimitMs } = { ...LIMITS, ...limits };
  const fence: SandboxFence = { mayRead: READABLE_CODE, mayWrite: [], cpuSeconds, largestFileBytes: 0, heapMb };
  return new Promise((resolve, reject) => {
    const child = startSandbox(pathToFileURL(pathOfServerScript(script)), null, fence, "advanced");
    child.stderr?.resume();
    let isOverTime = false;
    const timer = setTimeout(() => {
      isOverTime = true;
      child.kill("SIGKILL");
    }, timeLimitMs);
    const rows: NewAnnotation[] = [];
    let inspected: Extract<InspectionMessage, { kind: "inspected" }> | undefined;
    let failure: unknown;
    child.on("message", (news: InspectionMessage) => {
      if (news.kind === "refused") failure = new AppError(news.why, news.message, { codes: news.codes });
      else if (news.kind === "broken") failure = breaks(new Error(news.message));
      else if (news.kind === "failed") failure = new Error(news.message);
      else if (news.kind === "inspected") inspected = news;
      else for (const row of news.rows) rows.push(row);
      if (inspected && rows.length < inspected.count) setImmediate(() => child.connected && child.send(MORE_ROWS));
      else child.disconnect();
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (inspected && rows.length === inspected.count)
        resolve({ report: inspected.report, sha256: inspected.sha256, rows });
      else reject(failure ?? faultOf(signal, code, isOverTime));
    });
    // It may have ended before it received anything: its exit gives the reason.
    child.send(order, () => undefined);
  });
}

/** @throws AppError like `inspectHere` and `inspectInProcess`. */
export const inspectFile = (bytes: Uint8Array, options: ImportOptions): Promise<InspectedFile> =>
  bytes.length <= LARGEST_SMALL_BYTES ? inspectHere(bytes, options) : inspectInProcess({ bytes, options });
