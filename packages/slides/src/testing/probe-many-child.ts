/** Sandbox script: probes many files, one after the other, as if each had been uploaded. */

import { probeSlideFile } from "../open-slide-file.ts";
import { runTask } from "../sandbox/run-task.ts";
import { SlideFileError } from "../slide-source.ts";

export interface ProbeManyOrder {
  readonly paths: readonly string[];
}

export interface FileOutcome {
  /** `broken`: an error that is not a SlideFileError. */
  readonly outcome: "slide" | "convertible" | "refused" | "broken";
  /** The user-facing message, or the error. */
  readonly message: string;
  readonly ms: number;
}

export interface ProbeManyReport {
  readonly outcomes: readonly FileOutcome[];
  /** Peak memory of the process. */
  readonly maxMemoryMib: number;
}

await runTask<ProbeManyOrder>(async ({ paths }, onProgress): Promise<ProbeManyReport> => {
  const outcomes: FileOutcome[] = [];
  for (const [index, path] of paths.entries()) {
    onProgress(index / paths.length);
    const start = performance.now();
    const result = await outcomeOf(path);
    outcomes.push({ ...result, ms: performance.now() - start });
  }
  return { outcomes, maxMemoryMib: process.resourceUsage().maxRSS / 1024 };
});

async function outcomeOf(path: string): Promise<Omit<FileOutcome, "ms">> {
  try {
    const probed = await probeSlideFile(path);
    if (probed.kind === "slide") await probed.source.close();
    return { outcome: probed.kind, message: "" };
  } catch (error) {
    if (error instanceof SlideFileError) return { outcome: "refused", message: error.message };
    return { outcome: "broken", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
