/**
 * Everything that has to be true of the repository, and one line that says whether it is.
 *
 * Usage: node scripts/run-tests.ts [--without-journeys | --only-journeys] [FILTER]…
 *
 * With a filter: only the unit tests (with --only-journeys: the journeys) whose file names hold it. Nothing stops at
 * the first failure. The last line is `N passed, N failed, N skipped`, checks included; the status is 1 if any failed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb } from "./build-web.ts";
import { findOrInstallChromium } from "./find-chromium.ts";
import { runChecks } from "./run-checks.ts";
import { runChild } from "./run-child.mjs";
import {
  addTallies,
  FAILED_ONCE,
  formatTally,
  NOTHING,
  type Tally,
  tallyOfPlaywright,
  tallyOfVitest,
} from "./tally.ts";

const ROOT = join(import.meta.dirname, "..");
const program = (path: string) => join(ROOT, "node_modules", path);

async function runUnitTests(filters: readonly string[], reportFolder: string): Promise<Tally> {
  const report = join(reportFolder, "vitest.json");
  const words = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters];
  const status = await runChild(process.execPath, [program("vitest/vitest.mjs"), ...words], { cwd: ROOT });
  return tallyOfVitest(report, status);
}

async function runJourneys(filters: readonly string[], reportFolder: string): Promise<Tally> {
  try {
    const report = join(reportFolder, "playwright.json");
    const env = { ...process.env, CHROMIUM_PATH: findOrInstallChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    await buildWeb(ROOT);
    const words = ["test", "--reporter=list,json", ...filters];
    const status = await runChild(process.execPath, [program("@playwright/test/cli.js"), ...words], { cwd: ROOT, env });
    return tallyOfPlaywright(report, status);
  } catch (error) {
    console.error((error as Error).message);
    return FAILED_ONCE;
  }
}

const { values: wanted, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { "without-journeys": { type: "boolean" }, "only-journeys": { type: "boolean" } },
});
const isFiltered = filters.length > 0;
const stages = {
  checks: !isFiltered && !wanted["only-journeys"],
  unitTests: !wanted["only-journeys"],
  journeys: wanted["only-journeys"] || (!isFiltered && !wanted["without-journeys"]),
};

const reportFolder = mkdtempSync(join(tmpdir(), "parfocal-reports-"));
const tally = addTallies([
  stages.checks ? await runChecks(ROOT) : NOTHING,
  stages.unitTests ? await runUnitTests(filters, reportFolder) : NOTHING,
  stages.journeys ? await runJourneys(filters, reportFolder) : NOTHING,
]);
rmSync(reportFolder, { recursive: true });
console.log(formatTally(tally));
process.exitCode = tally.failed > 0 ? 1 : 0;
