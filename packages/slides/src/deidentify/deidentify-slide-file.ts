/**
 * Creates a copy of a slide's file without anything that could identify a patient: labels, images of the whole glass,
 * names, dates, identifiers, free text. It uses allowlists: unknown data is removed. In a separate process (rule D-10).
 *
 * What is removed and kept for each format: docs/patient-data.md.
 */
import { rm, stat } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";

export interface DeidentifyOptions {
  readonly signal?: AbortSignal | undefined;
  /** Fraction of the work done, 0 to 1; never decreases. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Time limit after which the process is killed; default: 60 min. */
  readonly timeLimitMs?: number;
}

export interface DeidentifyOrder {
  readonly inputPath: string;
  readonly outputPath: string;
}

const DEFAULT_TIME_LIMIT_MS = 60 * 60_000;
const CPU_SECONDS_PER_SECOND = 2;
const HEAP_MB = 1024;
/** The size of a folder is not known beforehand. */
const LARGEST_FILE_BYTES = 2 ** 43;
const GROWTH_ALLOWANCE_BYTES = 2 ** 28;

/**
 * The copy is the same slide: its tiles are compared, and all of its bytes are searched for the removed texts.
 *
 * @param inputPath a slide, an image, or a folder or zip of a set.
 * @param outputPath a file that does not exist yet; if it rejects, nothing is left there. The caller syncs it.
 * @throws SlideFileError with a user-facing message: `unsupported` for formats that cannot be cleaned.
 */
export async function deidentifySlideFile(
  inputPath: string,
  outputPath: string,
  { signal, onProgress, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: DeidentifyOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  const order: DeidentifyOrder = { inputPath: resolvePath(inputPath), outputPath: resolvePath(outputPath) };
  const stats = await stat(order.inputPath);
  try {
    await runInSandbox({
      script: new URL("./deidentify-child.ts", import.meta.url),
      order,
      fence: {
        mayRead: [order.inputPath],
        mayWrite: [order.outputPath],
        cpuSeconds: (timeLimitMs / 1000) * CPU_SECONDS_PER_SECOND,
        largestFileBytes: stats.isFile() ? stats.size + GROWTH_ALLOWANCE_BYTES : LARGEST_FILE_BYTES,
        heapMb: HEAP_MB,
      },
      timeLimitMs,
      overTimeMessage: "Removing patient data from this file took too long.",
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
    });
  } catch (error) {
    await rm(order.outputPath, { force: true });
    throw error;
  }
}
