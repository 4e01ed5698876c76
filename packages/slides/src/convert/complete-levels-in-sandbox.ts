/**
 * Makes the levels that a stored slide lacks, in a process of its own (rule D-10): every tile of a file that someone has
 * brought is decoded for it.
 */
import { rm } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";

export interface CompleteLevelsOrder {
  readonly slidePath: string;
  /** Levels that were made before; null: none. */
  readonly extraLevelsPath: string | null;
  readonly outputPath: string;
}

export interface CompleteLevelsInSandboxOptions {
  readonly signal?: AbortSignal;
  /** Share of the pixels decoded, 0 to 1; never falls. */
  readonly onProgress?: (done: number) => void;
  /** After this the process is killed; default: 2 h, for 150,000 x 100,000 px on a slow machine. */
  readonly timeLimitMs?: number;
}

const DEFAULT_TIME_LIMIT_MS = 2 * 60 * 60_000;
/** Decoders and encoders use several threads. */
const CPU_SECONDS_PER_SECOND = 4;
const HEAP_MB = 512;
/** Far more than the levels of the largest slide that can be uploaded. */
const LARGEST_FILE_BYTES = 64 * 2 ** 30;

/**
 * The same as `completeLevels`, for a slide that is told by its paths.
 *
 * @returns false, and no file is made, if the slide lacks none. If it rejects, nothing is left at the output's path.
 */
export async function completeLevelsInSandbox(
  paths: CompleteLevelsOrder,
  { signal, onProgress, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: CompleteLevelsInSandboxOptions = {},
): Promise<boolean> {
  // Whole paths, since the child is allowed those and nothing else.
  const order: CompleteLevelsOrder = {
    slidePath: resolvePath(paths.slidePath),
    extraLevelsPath: paths.extraLevelsPath === null ? null : resolvePath(paths.extraLevelsPath),
    outputPath: resolvePath(paths.outputPath),
  };
  try {
    return await runInSandbox<boolean>({
      script: new URL("./complete-levels-child.ts", import.meta.url),
      order,
      fence: {
        mayRead: [order.slidePath, ...(order.extraLevelsPath === null ? [] : [order.extraLevelsPath])],
        mayWrite: [order.outputPath],
        cpuSeconds: (timeLimitMs / 1000) * CPU_SECONDS_PER_SECOND,
        largestFileBytes: LARGEST_FILE_BYTES,
        heapMb: HEAP_MB,
      },
      timeLimitMs,
      overTimeMessage: "Making the smaller views of this slide took too long.",
      signal,
      onProgress,
    });
  } catch (error) {
    await rm(order.outputPath, { force: true });
    throw error;
  }
}
