/** The built-in analyser, which needs no network: nuclei are detected in threads of this process. */
import { availableParallelism } from "node:os";
import { analysisPixelSize } from "@parfocal/core/cell-analysis/analysis-region.ts";
import type { CellAnalyser } from "./cell-analyser.ts";
import { createDetectionThreads } from "./detection-threads.ts";

/** A tile takes 2 s, longer on a busy machine. */
const TIME_LIMIT_MS = 120_000;
const PREVIEW_TIME_LIMIT_MS = 15_000;
const PREVIEWS_WAITING = 40;
/** A view is analysed in this number of parallel parts. */
export const PREVIEW_PARTS = 2;
/** Each needs up to 90 MB while working. */
const MOST_THREADS = 2;

/** Leaves at least one processor core for viewing slides. */
const ofJobs = createDetectionThreads({
  threads: Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1)),
  maxWaiting: 1_000,
  timeLimitMs: TIME_LIMIT_MS,
  niceness: 10,
});

/** Separate threads, so that a person who moves a slider does not wait for other people's tiles. */
const ofPreviews = createDetectionThreads({
  threads: PREVIEW_PARTS,
  maxWaiting: PREVIEWS_WAITING,
  timeLimitMs: PREVIEW_TIME_LIMIT_MS,
  niceness: 5,
});

export const builtInAnalyser: CellAnalyser = { pixelSizeFor: analysisPixelSize, analyse: ofJobs.detect };

export const previewAnalyser: CellAnalyser = { pixelSizeFor: analysisPixelSize, analyse: ofPreviews.detect };

export async function stopDetection(): Promise<void> {
  await Promise.all([ofJobs.stop(), ofPreviews.stop()]);
}
