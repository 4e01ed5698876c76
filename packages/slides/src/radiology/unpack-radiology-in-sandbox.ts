/**
 * Unpacks the images of an untrusted zip in a separate process that may only read that zip and write into one folder
 * (rule D-10).
 */
import { stat } from "node:fs/promises";
import { join, resolve as resolvePath } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import type { FoundRadiology } from "./radiology-facts.ts";
import type { UnpackRadiologyOrder } from "./unpack-radiology.ts";

export interface UnpackRadiologyOptions {
  readonly signal?: AbortSignal;
  /** Fraction of the work done, 0 to 1; never decreases. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Rule D-10, plus a second for each 5 MB of the zip: 10 GiB are hashed, unpacked and written in half an hour even on a
 * slow machine.
 */
const MIN_SECONDS = 60;
const BYTES_PER_SECOND = 5_000_000;
/** Limit of processor time: several threads are used. */
const CPU_SECONDS_PER_SECOND = 2;
const HEAP_MB = 512;
/** Maximum growth of an archive (rule D-9), plus an allowance for what is written besides the pixels. */
const MAX_GROWTH = 4;
const GROWTH_ALLOWANCE_BYTES = 256 * 2 ** 20;

/**
 * @param folder existing, empty folder; contains `RADIOLOGY_FILES` when this resolves.
 * @throws SlideFileError with a message for the person who uploaded the zip. Other errors are not caused by the file;
 *   the call can be retried with an empty folder.
 */
export async function unpackRadiologyInSandbox(
  zipPath: string,
  folder: string,
  { signal, onProgress }: UnpackRadiologyOptions = {},
): Promise<FoundRadiology> {
  const order: UnpackRadiologyOrder = { zipPath: resolvePath(zipPath), folder: resolvePath(folder) };
  const { size } = await stat(order.zipPath);
  const seconds = MIN_SECONDS + size / BYTES_PER_SECOND;
  return runInSandbox<FoundRadiology>({
    script: new URL("./unpack-radiology-child.ts", import.meta.url),
    order,
    fence: {
      mayRead: [order.zipPath],
      mayWrite: [order.folder, join(order.folder, "*")],
      cpuSeconds: seconds * CPU_SECONDS_PER_SECOND,
      largestFileBytes: size * MAX_GROWTH + GROWTH_ALLOWANCE_BYTES,
      heapMb: HEAP_MB,
    },
    timeLimitMs: seconds * 1000,
    overTimeMessage: "Unpacking this zip file took too long. It may be damaged or non-standard.",
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
}
