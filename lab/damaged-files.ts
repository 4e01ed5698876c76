/**
 * SEC-10, randomized: randomly damaged real files and one of each format are inspected in one sandboxed process, as are
 * files truncated after each kilobyte. Each is shown or rejected with a message, within 10 s, in bounded memory.
 *
 * Usage: node lab/damaged-files.ts [--seed N] [--count N]      the same seed causes the same damage
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { damageFiles } from "@parfocal/slides/testing/damage-files.ts";
import { sharedDataPath } from "@parfocal/slides/testing/shared-data.ts";
import { endWithin, numberFromCommandLine, printResult } from "./figures.ts";

const MAX_MS = 900_000;
const MAX_MEMORY_MIB = 700;
/** Folders of the shared test data with slides and images. */
const FOLDERS = ["wsi", "tiles", "radiology", "histology"];

endWithin(MAX_MS);

async function sharedFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of FOLDERS.map(sharedDataPath).filter((path) => existsSync(path))) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isFile()) found.push(join(folder, entry.name));
    }
  }
  return found;
}

const seed = numberFromCommandLine("seed", 1 + Math.floor(Math.random() * 1_000_000_000));
const count = numberFromCommandLine("count", 4000);
const more = await sharedFiles();
process.stdout.write(`seed ${seed}, ${count} damaged files, ${more.length} originals that are not ours\n`);
let damaged = 0;
try {
  const report = await damageFiles({
    seed,
    count,
    more,
    timeLimitMs: MAX_MS,
    onProgress: (done) => {
      damaged = Math.round(done * count);
    },
  });
  for (const { original, seed: own, how, error } of report.faults) {
    process.stdout.write(`seed ${own}, ${how}: ${original}\n${error}\n`);
  }
  const { shown, convertible, refused, faults, slowestMs, maxMemoryMib } = report;
  printResult("SEC-10-damage", faults.length === 0 && maxMemoryMib <= MAX_MEMORY_MIB, {
    shown,
    convertible,
    refused,
    faults: faults.length,
    slowest_s: (slowestMs / 1000).toFixed(2),
    memory_mib: maxMemoryMib.toFixed(0),
  });
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
  printResult("SEC-10-damage", false, { broken_by_seed: seed + damaged });
}
process.exit();
