/** The journeys: all once; failed ones once more alone, with a trace (docs/decisions/0041). */
import { join } from "node:path";
import { buildWeb } from "./build-web.ts";
import { startBusyLoops } from "./busy-loops.ts";
import { findOrInstallChromium } from "./find-chromium.ts";
import {
  failedJourneys,
  filesOf,
  type JourneyRun,
  type JourneySummary,
  readJourneyRun,
  summariseJourneys,
} from "./journey-results.ts";
import { runChild } from "./run-child.mjs";
import type { StageTimes, Timed } from "./run-times.ts";
import { FAILED_ONCE } from "./test-summary.ts";

/** More than these are no accident: nothing is tried twice. */
const MAX_TRIED_TWICE = 10;

export interface JourneyOrder {
  /** What Playwright chooses files by; empty: all. */
  readonly filters: readonly string[];
  readonly secondTry: boolean;
  /** What fails leaves its trace at once; a third of the time goes into it. */
  readonly trace: boolean;
  readonly repeat: number;
  readonly stress: boolean;
}

export interface JourneyReport extends JourneySummary {
  /** Of the first try. */
  readonly times: readonly Timed[];
}

/** @param stages receives how long the build of the pages and each try took. */
export async function runJourneys(
  root: string,
  order: JourneyOrder,
  reportFolder: string,
  stages: StageTimes,
): Promise<JourneyReport> {
  try {
    const chromium = findOrInstallChromium();
    await stages.measure("pages built", () => buildWeb(root));
    const run = async (name: string, words: readonly string[]): Promise<JourneyRun> => {
      const report = join(reportFolder, `${name}.json`);
      const status = await runChild(
        process.execPath,
        [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json", ...words],
        { cwd: root, env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
      );
      return readJourneyRun(report, status);
    };
    const stopBusyLoops = order.stress ? startBusyLoops() : undefined;
    const first = await stages.measure("journeys", () => run("journeys", wordsFor(order)));
    await stopBusyLoops?.();
    const failed = failedJourneys(first);
    if (!order.secondTry || failed.length === 0 || failed.length > MAX_TRIED_TWICE)
      return { ...summariseJourneys(first, null), times: first.times };
    console.log(`\nRetrying on a separate server:\n  ${failed.join("\n  ")}\n`);
    const files = filesOf(failed).map((file) => `${join(root, "e2e", file)}$`);
    // A folder of its own: the first run's pictures stay.
    const words = ["--workers=1", "--trace=on", "--output=test-results/second-run", ...files];
    const second = await stages.measure("second try", () => run("second", words));
    return { ...summariseJourneys(first, second), times: first.times };
  } catch (error) {
    console.error((error as Error).message);
    return { tally: FAILED_ONCE, flaky: [], times: [] };
  }
}

function wordsFor({ filters, trace, repeat }: JourneyOrder): string[] {
  return [
    ...(trace ? ["--trace=retain-on-failure"] : []),
    ...(repeat > 1 ? [`--repeat-each=${repeat}`] : []),
    ...filters,
  ];
}
