/**
 * Test data that is not ours lies beside the repository, in `../shared/data`, and is never copied into it.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";

const FOLDER = fileURLToPath(new URL("../../../../../shared/data/", import.meta.url));

/** Where a file of the shared test data is, e.g. `wsi/small.svs`. */
export function sharedDataPath(file: string): string {
  return `${FOLDER}${file}`;
}

/** A group of tests about one such file; skipped, with a sentence that says why, where the file is not there. */
export function describeSharedFile(file: string, tests: (path: string) => void): void {
  const path = sharedDataPath(file);
  describe(file, () => {
    if (existsSync(path)) tests(path);
    else it.skip(`needs ../shared/data/${file}, which is not on this machine`, () => {});
  });
}
