/** Selects tests for a second run after failures (docs/decisions/0041). */
import { failedTests, filesOf, type TestRun } from "./test-results.ts";

/** With more failures there is no second run. */
const MAX_TRIED_TWICE = 10;

/** Prints their names. @returns paths from the root of the repository; empty: no failures, or too many. */
export function filesToRetry(run: TestRun): string[] {
  const failed = failedTests(run);
  if (failed.length === 0 || failed.length > MAX_TRIED_TWICE) return [];
  const files = filesOf(failed).filter((file) => /\.(?:test|spec)\./.test(file));
  console.log(`\nRetrying:\n  ${failed.join("\n  ")}\n`);
  return files;
}
