/** Third-party test data is stored beside the repository, in `../shared/data`, and is never copied into it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";

const FOLDER = fileURLToPath(new URL("../../../../../shared/data/", import.meta.url));

/** Path of a file of the shared test data, e.g. `wsi/small.svs`. */
export function sharedDataPath(file: string): string {
  return `${FOLDER}${file}`;
}

/** A group of tests of such a file; skipped, with a stated reason, if the file does not exist. */
export function describeSharedFile(file: string, tests: (path: string) => void): void {
  const path = sharedDataPath(file);
  describe(file, () => {
    if (existsSync(path)) tests(path);
    else it.skip(`needs ../shared/data/${file}, which is not on this machine`, () => {});
  });
}
