/**
 * Sandbox script: damages files at random and probes each as if it had been uploaded. All files use one process, so
 * that side effects of a file show in the next one.
 */
import { readFile, writeFile } from "node:fs/promises";
import { probeSlideFile } from "../open-slide-file.ts";
import type { OpenedSlide } from "../opening/opened-slide.ts";
import { runTask } from "../sandbox/run-task.ts";
import { SlideFileError, tileGridOf } from "../slide-source.ts";
import { thumbnailOf } from "../thumbnail-of.ts";
import { mutated } from "./mutate-bytes.ts";
import { seededRandom } from "./pictures.ts";

export interface FuzzOrder {
  readonly originals: readonly string[];
  /** Path where each damaged file is written. */
  readonly scratch: string;
  readonly seed: number;
  /** Number of damaged files, distributed evenly over the originals. */
  readonly count: number;
  /** Maximum time per file; longer is a failure. */
  readonly maxMs: number;
}

export interface FuzzFault {
  readonly original: string;
  /** The seed that reproduces the damage. */
  readonly seed: number;
  readonly how: string;
  readonly error: string;
}

export interface FuzzReport {
  readonly shown: number;
  readonly convertible: number;
  readonly refused: number;
  readonly faults: readonly FuzzFault[];
  readonly slowestMs: number;
  /** Peak memory of the process. */
  readonly maxMemoryMib: number;
}

/** Form of a user-facing message. */
const SENTENCE = /^[A-Z].{14,}\.$/s;
/** Tiles read of each slide that opens, beyond those that the probe decodes. */
const MORE_TILES = 4;

await runTask<FuzzOrder>(async ({ originals, scratch, seed, count, maxMs }, onProgress): Promise<FuzzReport> => {
  const faults: FuzzFault[] = [];
  const outcomes = { shown: 0, convertible: 0, refused: 0 };
  let slowestMs = 0;
  const files = await Promise.all(originals.map((path) => readFile(path)));
  for (let index = 0; index < count; index++) {
    const original = originals[index % originals.length]!;
    const random = seededRandom(seed + index);
    const { bytes, how } = mutated(files[index % originals.length]!, random);
    await writeFile(scratch, bytes);
    const start = performance.now();
    const fault = await outcomeOf(scratch, random).then(
      (outcome) => {
        outcomes[outcome] += 1;
        return null;
      },
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    const ms = performance.now() - start;
    slowestMs = Math.max(slowestMs, ms);
    const error = fault ?? (ms > maxMs ? `it takes ${Math.round(ms)} ms` : null);
    if (error !== null) faults.push({ original, seed: seed + index, how, error });
    onProgress((index + 1) / count);
  }
  return { ...outcomes, faults, slowestMs, maxMemoryMib: process.resourceUsage().maxRSS / 1024 };
});

async function outcomeOf(path: string, random: () => number): Promise<"shown" | "convertible" | "refused"> {
  try {
    const probed = await probeSlideFile(path);
    if (probed.kind !== "slide") return "convertible";
    try {
      await readSomeOf(probed.source, random);
    } finally {
      await probed.source.close();
    }
    return "shown";
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    if (!SENTENCE.test(error.message)) throw new Error(`an error message that is no sentence: ${error.message}`);
    return "refused";
  }
}

/** Reads what a server reads from a known slide; invalid data must be rejected. */
async function readSomeOf(slide: OpenedSlide, random: () => number): Promise<void> {
  const reads: (() => Promise<unknown>)[] = [
    () => thumbnailOf(slide, 64),
    async () => slide.readAnnotations?.(),
    ...slide.associatedImages.map(
      ({ name }) =>
        () =>
          slide.readAssociatedImage(name),
    ),
  ];
  for (let left = MORE_TILES; left > 0; left--) {
    const level = Math.floor(random() * slide.levels.length);
    const { columns, rows } = tileGridOf(slide.levels[level]!);
    reads.push(() => slide.readTile(level, Math.floor(random() * columns), Math.floor(random() * rows)));
  }
  for (const read of reads) {
    await read().catch((error: unknown) => {
      if (!(error instanceof SlideFileError)) throw error;
    });
  }
}
