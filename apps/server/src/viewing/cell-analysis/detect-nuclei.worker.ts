/** Thread that detects nuclei, one region after the other. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { detectNuclei } from "@parfocal/core/cell-analysis/detect-nuclei.ts";
import { freePlanes } from "@parfocal/core/cell-analysis/free-planes.ts";
import type { AnalysisOrder } from "./cell-analyser.ts";
import type { DetectionAnswer } from "./detection-message.ts";
import { packTile } from "./pack-tile.ts";

/** On Linux the niceness applies to the calling thread; elsewhere it would apply to the whole server. */
function standBack(): void {
  if (process.platform === "linux") setPriority(0, workerData.niceness);
}

function answer({ region, settings, place }: AnalysisOrder): DetectionAnswer {
  try {
    return { kind: "done", found: packTile(detectNuclei(region, settings), place) };
  } catch (error) {
    return { kind: "failed", message: String(error) };
  } finally {
    freePlanes(region.rgba);
  }
}

standBack();
parentPort?.on("message", (order: AnalysisOrder) => {
  const answered = answer(order);
  parentPort?.postMessage(answered, answered.kind === "done" ? [answered.found.packed.buffer] : []);
});
