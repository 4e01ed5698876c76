/**
 * Converts many plain images in one sandbox. Starting a process takes several times longer than converting a small
 * image; the steps of `convertPlainImage` around the decoding are tested with separate processes.
 */
import { rm } from "node:fs/promises";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import type { ConvertManyOrder, ConvertManyReport } from "./convert-many-child.ts";

const TIME_LIMIT_MS = 100_000;
const LARGEST_FILE_BYTES = 2 ** 30;

export interface PictureToConvert {
  readonly inputPath: string;
  readonly outputPath: string;
  /** Index of the image in its file, from 0; default: the largest. */
  readonly page?: number | undefined;
}

/** @returns for each image the reason why it was not converted; null: it was converted. */
export async function convertMany(pictures: readonly PictureToConvert[]): Promise<ConvertManyReport> {
  const orders = pictures.map(({ inputPath, outputPath, page = null }) => ({
    inputPath,
    outputPath,
    page,
    pixelsPath: `${outputPath}.pixels.v`,
    expandedPath: `${outputPath}.expanded.part`,
  }));
  const temporary = orders.flatMap(({ pixelsPath, expandedPath }) => [pixelsPath, expandedPath]);
  try {
    return await runInSandbox<ConvertManyReport>({
      script: new URL("./convert-many-child.ts", import.meta.url),
      order: { orders } satisfies ConvertManyOrder,
      fence: {
        mayRead: pictures.map(({ inputPath }) => inputPath),
        mayWrite: [...pictures.map(({ outputPath }) => outputPath), ...temporary],
        cpuSeconds: 200,
        largestFileBytes: LARGEST_FILE_BYTES,
        heapMb: 128,
      },
      timeLimitMs: TIME_LIMIT_MS,
      overTimeMessage: "The pictures took too long.",
    });
  } finally {
    await Promise.all(temporary.map((path) => rm(path, { force: true })));
  }
}
