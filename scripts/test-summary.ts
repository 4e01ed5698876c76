/** Numbers of passed, failed and skipped tests, and the failures. For unit tests and journeys: test-results.ts. */

export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Failure {
  /** Name of the test, check or experiment. */
  readonly name: string;
  readonly message: string;
}

/** Result of checks, unit tests, journeys or experiments. */
export interface StageResult {
  readonly tally: TestSummary;
  readonly failures: readonly Failure[];
}

export const NOTHING: TestSummary = { passed: 0, failed: 0, skipped: 0 };
export const PASSED_ONCE: TestSummary = { ...NOTHING, passed: 1 };
export const FAILED_ONCE: TestSummary = { ...NOTHING, failed: 1 };

export const NO_RESULT: StageResult = { tally: NOTHING, failures: [] };

export function addResults(results: readonly StageResult[]): StageResult {
  const sumOf = (key: keyof TestSummary) => results.reduce((sum, { tally }) => sum + tally[key], 0);
  return {
    tally: { passed: sumOf("passed"), failed: sumOf("failed"), skipped: sumOf("skipped") },
    failures: results.flatMap(({ failures }) => failures),
  };
}

export function formatTally({ passed, failed, skipped }: TestSummary): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
