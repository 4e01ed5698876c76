/** The journeys: all once, side by side; what failed once more by itself, with a trace (docs/decisions/0034). */
import { join } from "node:path";
import { buildWeb } from "./build-web.ts";
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
import { FAILED_ONCE } from "./tally.ts";

/** More than these are no accident: nothing is tried twice. */
const MOST_TRIED_TWICE = 10;

/** @param filters parts of file names; with them nothing is tried twice, and what fails leaves its trace at once. */
export async function runJourneys(
  root: string,
  filters: readonly string[],
  reportFolder: string,
): Promise<JourneySummary> {
  try {
    const chromium = findOrInstallChromium();
    await buildWeb(root);
    const run = async (name: string, words: readonly string[]): Promise<JourneyRun> => {
      const report = join(reportFolder, `${name}.json`);
      const status = await runChild(
        process.execPath,
        [join(root, "node_modules/@playwright/test/cli.js"), "test", "--reporter=list,json", ...words],
        { cwd: root, env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
      );
      return readJourneyRun(report, status);
    };
    if (filters.length > 0)
      return summariseJourneys(await run("journeys", ["--trace=retain-on-failure", ...filters]), null);
    const first = await run("journeys", []);
    const failed = failedJourneys(first);
    if (failed.length === 0 || failed.length > MOST_TRIED_TWICE) return summariseJourneys(first, null);
    console.log(
      `\nOnce more, on a server of their own, the files of:\n${failed.map((name) => `  ${name}`).join("\n")}\n`,
    );
    const files = filesOf(failed).map((file) => `${join(root, "e2e", file)}$`);
    // A folder of its own: the first run's pictures stay.
    const second = await run("second", ["--workers=1", "--trace=on", "--output=test-results/second-run", ...files]);
    return summariseJourneys(first, second);
  } catch (error) {
    console.error((error as Error).message);
    return { tally: FAILED_ONCE, flaky: [] };
  }
}
