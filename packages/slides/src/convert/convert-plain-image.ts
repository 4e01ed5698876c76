/**
 * Converts a plain image (JPEG, PNG, WebP, JPEG 2000, TIFF without usable tiles) to a tiled pyramid, in a separate
 * process that can access only its files (rule D-10, "Parser sandbox").
 */
import { open, rm } from "node:fs/promises";
import { resolve as resolvePath } from "node:path";
import { plainImageFormatOf, SIGNATURE_BYTES } from "../formats/plain-image/plain-image-format.ts";
import { MAX_PX_A_SIDE } from "../opening/picture-limits.ts";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import { SlideFileError } from "../slide-source.ts";
import { type DecodeOrder, MAX_BYTES_PER_PIXEL } from "./decode-plain-image.ts";

export interface ConversionOptions {
  /** Index of the image in its file, from 0; default: the largest. */
  readonly page?: number;
  readonly signal?: AbortSignal;
  /** Fraction of the pixels decoded and encoded, 0 to 1; never decreases. */
  readonly onProgress?: (done: number) => void;
  /** Time limit after which the process is killed; default: 15 min, for 40,000 x 40,000 px on a slow machine. */
  readonly timeLimitMs?: number;
}

const DEFAULT_TIME_LIMIT_MS = 15 * 60_000;
/** Decoders use several threads. */
const CPU_SECONDS_PER_SECOND = 4;
const HEAP_MB = 128;
/** Size of the temporary file for the largest image with the deepest samples, including its header. */
const LARGEST_FILE_BYTES = MAX_PX_A_SIDE ** 2 * MAX_BYTES_PER_PIXEL + 2 ** 20;

/**
 * The result is upright 8-bit sRGB: the colour profile is applied, transparency is flattened on white, and 16-bit grey
 * (or deeper) is scaled so that the image's minimum is black and its maximum white. The pixel size is kept if it is
 * plausible for a microscope.
 *
 * During the conversion there is a temporary file of uncompressed pixels beside `outputPath`, usually 3 bytes each (two
 * files for JPEG 2000). If it rejects, nothing is left.
 *
 * @throws SlideFileError if the file is not such an image, is damaged or too large, or crashes its reader.
 */
export async function convertPlainImage(
  inputPath: string,
  outputPath: string,
  options: ConversionOptions = {},
): Promise<void> {
  options.signal?.throwIfAborted();
  if ((await formatOf(inputPath)) === null) {
    throw new SlideFileError(
      "notASlide",
      "This file is neither a slide nor an image (JPEG, PNG, WebP, JPEG 2000 or TIFF).",
    );
  }
  // Absolute paths, since the child may access only these.
  const [input, output] = [resolvePath(inputPath), resolvePath(outputPath)];
  const pixelsPath = `${output}.pixels.v`;
  const expandedPath = `${output}.expanded.part`;
  const page = options.page ?? null;
  const order: DecodeOrder = { inputPath: input, page, outputPath: output, pixelsPath, expandedPath };
  const { timeLimitMs = DEFAULT_TIME_LIMIT_MS, signal, onProgress } = options;
  try {
    await runInSandbox({
      script: new URL("./convert-plain-image-child.ts", import.meta.url),
      order,
      fence: {
        mayRead: [input],
        mayWrite: [output, pixelsPath, expandedPath],
        cpuSeconds: (timeLimitMs / 1000) * CPU_SECONDS_PER_SECOND,
        largestFileBytes: LARGEST_FILE_BYTES,
        heapMb: HEAP_MB,
      },
      timeLimitMs,
      overTimeMessage: "Converting this image to a slide took too long.",
      signal,
      onProgress,
    });
  } catch (error) {
    await rm(outputPath, { force: true });
    throw error;
  } finally {
    await rm(pixelsPath, { force: true });
    await rm(expandedPath, { force: true });
  }
}

async function formatOf(path: string) {
  const file = await open(path, "r");
  try {
    const start = new Uint8Array(SIGNATURE_BYTES);
    await file.read(start, 0, SIGNATURE_BYTES, 0);
    return plainImageFormatOf(start);
  } finally {
    await file.close();
  }
}
