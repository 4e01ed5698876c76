/** How many tests passed, failed and were skipped, read from the report of the unit tests; of journeys: journey-results.ts. */
import { existsSync, readFileSync } from "node:fs";

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: TestSummary = { passed: 0, failed: 0, skipped: 0 };
export const PASSED_ONCE: TestSummary = { ...NOTHING, passed: 1 };
export const FAILED_ONCE: TestSummary = { ...NOTHING, failed: 1 };

export function addTallies(tallies: readonly TestSummary[]): TestSummary {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NOTHING,
  );
}

export function formatTally({ passed, failed, skipped }: TestSummary): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * A runner that failed without a failed test (it crashed, found no test, left an error unhandled) counts as one failed, a
 * file that could not be loaded too.
 *
 * @param status of the runner.
 */
export function tallyOfVitest(reportPath: string, status: number): TestSummary {
  if (!existsSync(reportPath)) return FAILED_ONCE;
  const report = JSON.parse(readFileSync(reportPath, "utf8")) as VitestReport;
  const failed = report.numFailedTests + report.testResults.filter(isUnloadable).length;
  return {
    passed: report.numPassedTests,
    failed: status !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function isUnloadable(file: VitestReport["testResults"][number]): boolean {
  return file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");
}
