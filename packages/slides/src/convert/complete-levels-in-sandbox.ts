/**
 * Creates the missing levels of a stored slide in a separate process (rule D-10), since every tile of an uploaded file
 * is decoded.
 */
import { rm } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";

export interface CompleteLevelsOrder {
  readonly slidePath: string;
  /** Previously created levels; null: none. */
  readonly extraLevelsPath: string | null;
  readonly outputPath: string;
}

export interface CompleteLevelsInSandboxOptions {
  readonly signal?: AbortSignal;
  /** Fraction of the pixels decoded, 0 to 1; never decreases. */
  readonly onProgress?: (done: number) => void;
  /** Time limit after which the process is killed; default: 2 h, for 150,000 x 100,000 px on a slow machine. */
  readonly timeLimitMs?: number;
}

const DEFAULT_TIME_LIMIT_MS = 2 * 60 * 60_000;
/** Decoders and encoders use several threads. */
const CPU_SECONDS_PER_SECOND = 4;
const HEAP_MB = 512;
/** Far more than the levels of the largest slide that can be uploaded. */
const LARGEST_FILE_BYTES = 64 * 2 ** 30;

/**
 * The same as `completeLevels`, for a slide given by its paths.
 *
 * @returns false without creating a file if no level is missing. If it rejects, nothing is left at the output path.
 */
export async function completeLevelsInSandbox(
  paths: CompleteLevelsOrder,
  { signal, onProgress, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: CompleteLevelsInSandboxOptions = {},
): Promise<boolean> {
  // Absolute paths, since the child may access only these.
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
