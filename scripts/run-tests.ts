/**
 * Everything that has to be true of the repository, and one line that says whether it is.
 *
 * Usage: node scripts/run-tests.ts [--without-journeys | --only-journeys] [FILTER]…
 *
 * With a filter: only the unit tests (with --only-journeys: the journeys) whose file names hold it. Nothing stops at
 * the first failure. The last line is `N passed, N failed, N skipped`, checks included; the status is 1 if any failed.
 * Before it stand the journeys that passed only at their second run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeFlaky } from "./journey-results.ts";
import { runChecks } from "./run-checks.ts";
import { runChild } from "./run-child.mjs";
import { runJourneys } from "./run-journeys.ts";
import { addTallies, formatTally, NOTHING, type Tally, tallyOfVitest } from "./tally.ts";

const ROOT = join(import.meta.dirname, "..");
const program = (path: string) => join(ROOT, "node_modules", path);

async function runUnitTests(filters: readonly string[], reportFolder: string): Promise<Tally> {
  const report = join(reportFolder, "vitest.json");
  const words = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters];
  const status = await runChild(process.execPath, [program("vitest/vitest.mjs"), ...words], { cwd: ROOT });
  return tallyOfVitest(report, status);
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
const checks = stages.checks ? await runChecks(ROOT) : NOTHING;
const unitTests = stages.unitTests ? await runUnitTests(filters, reportFolder) : NOTHING;
const journeys = stages.journeys ? await runJourneys(ROOT, filters, reportFolder) : { tally: NOTHING, flaky: [] };
rmSync(reportFolder, { recursive: true });
const tally = addTallies([checks, unitTests, journeys.tally]);
for (const line of describeFlaky(journeys.flaky)) console.log(line);
console.log(formatTally(tally));
process.exitCode = tally.failed > 0 ? 1 : 0;
