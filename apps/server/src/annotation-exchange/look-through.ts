/** Looks a file through without keeping the server from its other work: one that is not small, in a thread of its own. */
import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import type { NewAnnotation } from "#annotation/annotation.queries.ts";
import { type ImportWishes, type LookedThrough, lookThroughFile } from "./import-annotations.ts";
import { textOf } from "./receive-annotation-file.ts";

/** Up to here no step takes longer than some ten milliseconds; starting a thread takes some hundred. */
const LARGEST_SMALL_BYTES = 256 * 1024;

export interface LookedThroughBytes extends LookedThrough {
  /** Of the file, hex. */
  readonly sha256: string;
}

/** What the thread is started with. */
export interface LookOrder {
  readonly bytes: Uint8Array;
  readonly wishes: ImportWishes;
}

/** What the thread tells. */
export type LookNews =
  | (Omit<LookedThroughBytes, "rows"> & { readonly kind: "looked"; readonly count: number })
  | { readonly kind: "rows"; readonly rows: readonly NewAnnotation[] }
  | { readonly kind: "refused"; readonly why: ErrorKind; readonly message: string; readonly codes: readonly string[] };

/** What the thread is told, once for each few rows: all at once would take a second to receive. */
export const MORE_ROWS = "more";

/** In the calling thread. @throws AppError as `lookThroughFile` and `textOf` do. */
export async function lookThroughHere(bytes: Uint8Array, wishes: ImportWishes): Promise<LookedThroughBytes> {
  const looked = await lookThroughFile(textOf(bytes), wishes);
  return { ...looked, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function lookThroughInThread(order: LookOrder): Promise<LookedThroughBytes> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./look-through.worker.ts", import.meta.url), { workerData: order });
    const rows: NewAnnotation[] = [];
    let looked: Extract<LookNews, { kind: "looked" }> | undefined;
    let failure: unknown;
    worker.on("message", (news: LookNews) => {
      if (news.kind === "refused") failure = new AppError(news.why, news.message, { codes: news.codes });
      else if (news.kind === "looked") looked = news;
      else rows.push(...news.rows);
      if (looked && rows.length < looked.count) setImmediate(() => worker.postMessage(MORE_ROWS));
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", (code) => {
      if (looked && rows.length === looked.count) resolve({ report: looked.report, sha256: looked.sha256, rows });
      else reject(failure ?? new Error(`the thread that looks a file through ended with code ${code}`));
    });
  });
}

/** @throws AppError as `lookThroughHere` does. */
export const lookThrough = (bytes: Uint8Array, wishes: ImportWishes): Promise<LookedThroughBytes> =>
  bytes.length <= LARGEST_SMALL_BYTES ? lookThroughHere(bytes, wishes) : lookThroughInThread({ bytes, wishes });
