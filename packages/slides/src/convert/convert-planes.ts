/**
 * Converts a TIFF with several planes that cannot be shown from its own tiles to one that can, in a separate process
 * (rule D-10).
 */
import { rm } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import type { PlanesOrder } from "./write-planes.ts";

export interface PlaneConversionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Fraction of the rows written, 0 to 1; never decreases. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Time limit after which the process is killed; default: 2 h. */
  readonly timeLimitMs?: number;
}

const DEFAULT_TIME_LIMIT_MS = 2 * 60 * 60_000;
/** Compression uses several threads. */
const CPU_SECONDS_PER_SECOND = 4;
const HEAP_MB = 512;
const LARGEST_FILE_BYTES = 256 * 2 ** 30;

/**
 * Writes a BigTIFF with OME-XML: tiles of 512 px, levels down to one tile, samples of 8 or 16 bits compressed without
 * loss, colour images as JPEG. Samples with more bits, and floating-point ones, are scaled: the minimum of a channel
 * becomes 0, the maximum 65,535, as stated in the file's description.
 *
 * @throws SlideFileError if the file cannot be read. If it rejects, nothing is left at the output path.
 */
export async function convertPlanes(
  inputPath: string,
  outputPath: string,
  { signal, onProgress, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: PlaneConversionOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  // Absolute paths, since the child may access only these.
  const order: PlanesOrder = { inputPath: resolvePath(inputPath), outputPath: resolvePath(outputPath) };
  try {
    await runInSandbox({
      script: new URL("./convert-planes-child.ts", import.meta.url),
      order,
      fence: {
        mayRead: [order.inputPath],
        mayWrite: [order.outputPath],
        cpuSeconds: (timeLimitMs / 1000) * CPU_SECONDS_PER_SECOND,
        largestFileBytes: LARGEST_FILE_BYTES,
        heapMb: HEAP_MB,
      },
      timeLimitMs,
      overTimeMessage: "Converting this image to a slide took too long.",
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
  } catch (error) {
    await rm(order.outputPath, { force: true });
    throw error;
  }
}
