/** The thread that detects nuclei: one region after the other. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { detectNuclei } from "@parfocal/core/cell-analysis/detect-nuclei.ts";
import type { DetectionAnswer, DetectionOrder } from "./detection-message.ts";

/** 0 is normal, 19 the most patient: tiles and sign-ins come first. */
const NICENESS = 5;

/** Cell outlines are neither stored nor sent, and cost a tenth of the time. Tiles keep their margin for them. */
const NO_EXPANSION_MICROMETRES = 0;

/** On Linux the niceness is the calling thread's own; elsewhere it would be the server's. */
function standBack(): void {
  if (process.platform === "linux") setPriority(0, NICENESS);
}

function answer({ region, settings }: DetectionOrder): DetectionAnswer {
  try {
    return {
      kind: "done",
      nuclei: detectNuclei(region, { ...settings, expansionMicrometres: NO_EXPANSION_MICROMETRES }),
    };
  } catch (error) {
    return { kind: "failed", message: String(error) };
  }
}

standBack();
parentPort?.on("message", (order: DetectionOrder) => parentPort?.postMessage(answer(order)));
