/** Damages files at random in one sandboxed process (`fuzz-child.ts`), and reports the results. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInSandbox } from "../sandbox/run-in-sandbox.ts";
import { formatSamples } from "./format-samples.ts";
import type { FuzzOrder, FuzzReport } from "./fuzz-child.ts";

const MIB = 2 ** 20;
/** A longer inspection of a file is a failure. */
const MAX_MS_A_FILE = 10_000;
const LARGEST_FILE_BYTES = 64 * MIB;

export interface DamageOptions {
  /** Seed of the first file; each further file uses the next one. */
  readonly seed: number;
  readonly count: number;
  /** Further files to be damaged, in addition to one of each format. */
  readonly more?: readonly string[];
  readonly timeLimitMs: number;
  readonly onProgress?: (done: number) => void;
}

/** @throws if a file crashes the process, or never finishes; `onProgress` has reported which. */
export async function damageFiles({
  seed,
  count,
  more = [],
  timeLimitMs,
  onProgress,
}: DamageOptions): Promise<FuzzReport> {
  const folder = await mkdtemp(join(tmpdir(), "parfocal-damage-"));
  try {
    const samples = await Promise.all(
      (await formatSamples()).map(async ({ name, bytes }) => {
        const path = join(folder, name);
        await writeFile(path, bytes);
        return path;
      }),
    );
    const originals = [...samples, ...more];
    // A name without a meaningful extension.
    const scratch = join(folder, randomUUID());
    await writeFile(scratch, "");
    const order: FuzzOrder = { originals, scratch, seed, count, maxMs: MAX_MS_A_FILE };
    return await runInSandbox<FuzzReport>({
      script: new URL("./fuzz-child.ts", import.meta.url),
      order,
      fence: {
        mayRead: originals,
        mayWrite: [scratch],
        cpuSeconds: timeLimitMs / 500,
        largestFileBytes: LARGEST_FILE_BYTES,
        heapMb: 512,
      },
      timeLimitMs,
      overTimeMessage: "The damaged files took too long.",
      ...(onProgress ? { onProgress } : {}),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
