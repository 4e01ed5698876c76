/**
 * Turns a TIFF of several planes, which cannot be shown from its own tiles, into one that can, in a process of its own
 * (rule D-10).
 */
import { rm } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import type { PlanesOrder } from "./write-planes.ts";

export interface PlaneConversionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Share of the rows written, 0 to 1; never falls. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** After this the process is killed; default: 2 h. */
  readonly timeLimitMs?: number;
}

const DEFAULT_TIME_LIMIT_MS = 2 * 60 * 60_000;
/** Packing uses several threads. */
const CPU_SECONDS_PER_SECOND = 4;
const HEAP_MB = 512;
const LARGEST_FILE_BYTES = 256 * 2 ** 30;

/**
 * Writes a BigTIFF with OME-XML: tiles of 512 px, levels down to one tile, samples of 8 or 16 bits packed without loss,
 * pictures in colour as JPEG. Samples of more bits, and fractions, are stretched: the least of a channel becomes 0, the
 * greatest 65,535, which the file's description says.
 *
 * @throws SlideFileError if the file cannot be read. If it rejects, nothing is left at the output's path.
 */
export async function convertPlanes(
  inputPath: string,
  outputPath: string,
  { signal, onProgress, timeLimitMs = DEFAULT_TIME_LIMIT_MS }: PlaneConversionOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  // Whole paths, since the child is allowed those and nothing else.
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
