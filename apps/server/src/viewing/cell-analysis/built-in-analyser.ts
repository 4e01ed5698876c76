/** The analyser that needs no network: nuclei are detected in threads of this process. */
import { availableParallelism } from "node:os";
import { analysisPixelSize } from "@parfocal/core/cell-analysis/analysis-region.ts";
import type { CellAnalyser } from "./cell-analyser.ts";
import { createDetectionThreads } from "./detection-threads.ts";

/** A tile takes 2 s, on a busy machine longer. */
const TIME_LIMIT_MS = 120_000;
const PREVIEW_TIME_LIMIT_MS = 15_000;
const PREVIEWS_WAITING = 40;
/** A view is analysed in so many parts at once. */
export const PREVIEW_PARTS = 2;
/** Each holds up to 90 MB while it is at work. */
const MOST_THREADS = 2;

/** One processor at least is left to those who look at slides. */
const ofJobs = createDetectionThreads({
  threads: Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1)),
  mostWaiting: 1_000,
  timeLimitMs: TIME_LIMIT_MS,
  niceness: 10,
});

/** Threads of their own: a person who moves a slider does not wait for tiles of others. */
const ofPreviews = createDetectionThreads({
  threads: PREVIEW_PARTS,
  mostWaiting: PREVIEWS_WAITING,
  timeLimitMs: PREVIEW_TIME_LIMIT_MS,
  niceness: 5,
});

export const builtInAnalyser: CellAnalyser = { pixelSizeFor: analysisPixelSize, analyse: ofJobs.detect };

export const previewAnalyser: CellAnalyser = { pixelSizeFor: analysisPixelSize, analyse: ofPreviews.detect };

/** For whoever opens the panel: a preview is asked for in a moment. */
export const preparePreviews = ofPreviews.prepare;

export async function stopDetection(): Promise<void> {
  await Promise.all([ofJobs.stop(), ofPreviews.stop()]);
}
