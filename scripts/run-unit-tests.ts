/** Runs the unit and HTTP tests: all once; files with a failure a second time on their own (docs/decisions/0041). */
import { join } from "node:path";
import { runChild } from "./run-child.mjs";
import type { StageTimes, Timed } from "./run-times.ts";
import { filesToRetry } from "./second-try.ts";
import { type RunSummary, readUnitRun, summariseRuns, type TestRun } from "./test-results.ts";

const STAGE = "unit and HTTP tests";

export interface UnitTestOrder {
  /** Vitest's file filters; empty: all. */
  readonly filters: readonly string[];
  readonly secondTry: boolean;
}

export interface UnitTestReport extends RunSummary {
  /** Of each file in the first run. */
  readonly times: readonly Timed[];
}

/** @param stages receives the duration of each run. */
export async function runUnitTests(
  root: string,
  { filters, secondTry }: UnitTestOrder,
  reportFolder: string,
  stages: StageTimes,
): Promise<UnitTestReport> {
  const run = async (name: string, words: readonly string[]): Promise<TestRun> => {
    const report = join(reportFolder, `${name}.json`);
    const reporters = ["default", join(import.meta.dirname, "vitest-reporter.ts")].map((path) => `--reporter=${path}`);
    const status = await runChild(
      process.execPath,
      [join(root, "node_modules/vitest/vitest.mjs"), "run", ...reporters, ...words],
      { cwd: root, env: { ...process.env, UNIT_REPORT: report } },
    );
    return readUnitRun(report, status);
  };
  const first = await stages.measure(STAGE, () => run("unit", filters));
  const files = secondTry ? filesToRetry(first) : [];
  const second = files.length > 0 ? await stages.measure("second try of unit tests", () => run("unit-2", files)) : null;
  return { ...summariseRuns(STAGE, first, second), times: first.times };
}
