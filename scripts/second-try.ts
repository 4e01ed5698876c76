/** What is run a second time after a run in which tests failed (docs/decisions/0041). */
import { failedTests, filesOf, type TestRun } from "./test-results.ts";

/** More than these are no accident: nothing is tried twice. */
const MAX_TRIED_TWICE = 10;

/** Says which they are. @returns paths from the root of the repository; none: nothing failed, or too much. */
export function filesToRetry(run: TestRun): string[] {
  const failed = failedTests(run);
  if (failed.length === 0 || failed.length > MAX_TRIED_TWICE) return [];
  const files = filesOf(failed).filter((file) => /\.(?:test|spec)\./.test(file));
  console.log(`\nRetrying:\n  ${failed.join("\n  ")}\n`);
  return files;
}
