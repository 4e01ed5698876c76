/**
 * Converts an archive or a folder to one file that can be read in place: an uncompressed zip of all its files, or the
 * only wanted file. In a separate process (rule D-10).
 */
import { rm, stat } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";

export interface RepackOptions {
  /** Path of the only wanted file, which becomes the output; default: an uncompressed zip of all. */
  readonly onlyEntry?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Fraction of the bytes written, 0 to 1; never decreases. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Time limit after which the process is killed; default: 60 min, for a slide of 100 GB on a slow disk. */
  readonly timeLimitMs?: number;
}

export interface RepackOrder {
  readonly inputPath: string;
  readonly outputPath: string;
  readonly onlyEntry: string | null;
}

const DEFAULT_TIME_LIMIT_MS = 60 * 60_000;
const CPU_SECONDS_PER_SECOND = 2;
const HEAP_MB = 512;
/** The size of a folder is not known beforehand. */
const LARGEST_FILE_BYTES = 2 ** 43;
/** For an archive, more than its guard allows: its contents and a header for each file. */
const MAX_GROWTH = 5;
const GROWTH_ALLOWANCE_BYTES = 2 ** 30;

/**
 * @param inputPath a zip or a folder.
 * @param outputPath a file that does not exist yet; if it rejects, nothing is left there. The caller syncs it.
 * @throws SlideFileError if the archive is damaged: all extracted data is checked.
 */
export async function repackArchive(inputPath: string, outputPath: string, options: RepackOptions = {}): Promise<void> {
  options.signal?.throwIfAborted();
  const [input, output] = [resolvePath(inputPath), resolvePath(outputPath)];
  const { timeLimitMs = DEFAULT_TIME_LIMIT_MS, signal, onProgress } = options;
  const order: RepackOrder = { inputPath: input, outputPath: output, onlyEntry: options.onlyEntry ?? null };
  const stats = await stat(input);
  try {
    await runInSandbox({
      script: new URL("./repack-child.ts", import.meta.url),
      order,
      fence: {
        mayRead: [input],
        mayWrite: [output],
        cpuSeconds: (timeLimitMs / 1000) * CPU_SECONDS_PER_SECOND,
        largestFileBytes: stats.isFile() ? stats.size * MAX_GROWTH + GROWTH_ALLOWANCE_BYTES : LARGEST_FILE_BYTES,
        heapMb: HEAP_MB,
      },
      timeLimitMs,
      overTimeMessage: "Unpacking this archive took too long.",
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
    });
  } catch (error) {
    await rm(outputPath, { force: true });
    throw error;
  }
}
