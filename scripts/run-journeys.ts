/** Runs the journeys: all once; failed ones a second time on their own, with a trace (docs/decisions/0041). */
import { join } from "node:path";
import { journeysSkippedFor } from "../e2e/testing/stored-files.ts";
import { buildWeb } from "./build-web.ts";
import { startBusyLoops } from "./busy-loops.ts";
import { findOrInstallChromium } from "./find-chromium.ts";
import { runChild } from "./run-child.mjs";
import type { StageTimes, Timed } from "./run-times.ts";
import { filesToRetry } from "./second-try.ts";
import { type RunSummary, readJourneyRun, summariseRuns, type TestRun } from "./test-results.ts";
import { FAILED_ONCE, NOTHING } from "./test-summary.ts";

const STAGE = "journeys";

export interface JourneyOrder {
  /** Playwright's file filters; empty: all. */
  readonly filters: readonly string[];
  readonly secondTry: boolean;
  /** Whether the first run records traces, which take a third of its time. */
  readonly trace: boolean;
  readonly repeat: number;
  readonly stress: boolean;
}

export interface JourneyReport extends RunSummary {
  /** Of the first run. */
  readonly times: readonly Timed[];
}

/** @param stages receives the durations of the build of the pages and of each run. */
export async function runJourneys(
  root: string,
  order: JourneyOrder,
  reportFolder: string,
  stages: StageTimes,
): Promise<JourneyReport> {
  try {
    const skippedFor = journeysSkippedFor();
    if (skippedFor !== null) {
      console.log(`SKIP ${skippedFor}`);
      return { tally: { ...NOTHING, skipped: 1 }, failures: [], flaky: [], times: [] };
    }
    const chromium = findOrInstallChromium();
    await stages.measure("pages built", () => buildWeb(root));
    const run = async (name: string, words: readonly string[]): Promise<TestRun> => {
      const report = join(reportFolder, `${name}.json`);
      const status = await runChild(
        process.execPath,
        [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json", ...words],
        { cwd: root, env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
      );
      return readJourneyRun(report, status);
    };
    const stopBusyLoops = order.stress ? startBusyLoops() : undefined;
    const first = await stages.measure(STAGE, () => run("journeys", wordsFor(order)));
    await stopBusyLoops?.();
    const files = order.secondTry ? filesToRetry(first) : [];
    if (files.length === 0) return { ...summariseRuns(STAGE, first, null), times: first.times };
    // A separate folder, so that the first run's screenshots are kept.
    const words = [
      "--workers=1",
      "--trace=on",
      "--output=test-results/second-run",
      ...files.map((file) => `${join(root, file)}$`),
    ];
    const second = await stages.measure("second try", () => run("second", words));
    return { ...summariseRuns(STAGE, first, second), times: first.times };
  } catch (error) {
    const { message } = error as Error;
    console.error(message);
    return { tally: FAILED_ONCE, failures: [{ name: STAGE, message }], flaky: [], times: [] };
  }
}

function wordsFor({ filters, trace, repeat }: JourneyOrder): string[] {
  return [
    ...(trace ? ["--trace=retain-on-failure"] : []),
    ...(repeat > 1 ? [`--repeat-each=${repeat}`] : []),
    ...filters,
  ];
}
