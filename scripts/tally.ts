/** How many tests passed, failed and were skipped, read from the reports of the two runners. */
import { existsSync, readFileSync } from "node:fs";

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
export const PASSED_ONCE: Tally = { ...NOTHING, passed: 1 };
export const FAILED_ONCE: Tally = { ...NOTHING, failed: 1 };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NOTHING,
  );
}

export function formatTally({ passed, failed, skipped }: Tally): string {
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

/** @param status of the runner. A file that could not be loaded has no tests, and counts as one that failed. */
export function tallyOfVitest(reportPath: string, status: number): Tally {
  return tallyOfReport<VitestReport>(reportPath, status, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isUnloadable).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }));
}

function isUnloadable(file: VitestReport["testResults"][number]): boolean {
  return file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** @param status of the runner. */
export function tallyOfPlaywright(reportPath: string, status: number): Tally {
  return tallyOfReport<PlaywrightReport>(reportPath, status, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }));
}

/** A runner that failed without a failed test (it crashed, found no test, left an error unhandled) counts as one failed. */
function tallyOfReport<Report>(path: string, status: number, read: (report: Report) => Tally): Tally {
  if (!existsSync(path)) return FAILED_ONCE;
  const tally = read(JSON.parse(readFileSync(path, "utf8")) as Report);
  return status !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}
