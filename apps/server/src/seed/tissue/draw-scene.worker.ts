/**
 * The thread of `drawScene`: renders bands one after the other and passes them to the writer.
 */
import { setPriority } from "node:os";
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { type PixelBand, writePyramid } from "@parfocal/slides/pyramid/pyramid-writer.ts";
import { type DrawOrder, type DrawReport, STOP_DRAWING } from "./draw-scene.ts";
import type { TissueScene } from "./scene.ts";
import { tissueScenes } from "./tissue-scene.ts";

/** Two rows of painted tiles: about 15 MB for the largest scene. */
const BAND_ROWS = 256;

/** 0 is normal, 19 the lowest priority. */
const NICENESS = 10;

async function* bandsOf(scene: TissueScene): AsyncGenerator<PixelBand> {
  for (let top = 0; top < scene.height; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, scene.height - top);
    yield { rows, rgb: scene.renderBand(top, rows) };
    // Allows a stop message to be received in between.
    await setImmediate();
  }
}

/**
 * Gives priority to the threads that answer requests. On Linux the niceness applies to the calling thread; elsewhere it
 * would apply to the whole server.
 */
function standBack(): void {
  if (process.platform === "linux") setPriority(0, NICENESS);
}

async function draw({ key, path, scale }: DrawOrder): Promise<void> {
  const scene = tissueScenes({ scale }).find((candidate) => candidate.key === key);
  if (!scene) throw new Error(`there is no scene "${key}"`);
  const report = (news: DrawReport) => parentPort?.postMessage(news);
  const abort = new AbortController();
  parentPort?.on("message", (message: unknown) => {
    if (message === STOP_DRAWING) abort.abort();
  });
  try {
    await writePyramid(path, bandsOf(scene), {
      width: scene.width,
      height: scene.height,
      pixelSizeUm: { x: scene.pixelSizeUm, y: scene.pixelSizeUm },
      objectivePower: scene.objectivePower,
      description: `Parfocal tissue generator: ${scene.title}, ${scene.stain}`,
      signal: abort.signal,
      onProgress: (done) => report({ kind: "progress", done }),
    });
    report({ kind: "drawn", marks: scene.teachingMarks });
  } finally {
    parentPort?.close();
  }
}

standBack();
await draw(workerData as DrawOrder);
