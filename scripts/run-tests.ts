/**
 * Runs all tests and checks of the repository and prints their total in one line.
 *
 * Usage: node scripts/run-tests.ts [--without-journeys | --only-journeys] [OPTION]… [FILTER]…
 *
 *   FILTER…            only the unit tests (with --only-journeys: the journeys) whose file names contain it
 *   --changed          checks, and tests affected by changes since origin/main
 *   --strict           no second attempt
 *   --stress           journeys under load (busy loops)
 *   --repeat N FILTER  journeys N times each, without a second attempt
 *
 * Does not stop at the first failure. Prints the duration of each stage, the slowest tests, the tests that passed only at
 * their second attempt, and what failed. The last line is `N passed, N failed, N skipped`, checks included; the status is 1 if any failed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChanges } from "./changed-files.ts";
import { type Chosen, chooseJourneys, chooseUnitTests, describeChoices } from "./choose-tests.ts";
import { readJourneySlices } from "./journey-slices.ts";
import { runChecks } from "./run-checks.ts";
import { runJourneys } from "./run-journeys.ts";
import { runLabs } from "./run-labs.ts";
import { parseRunOptions, type RunOptions } from "./run-options.ts";
import { describeSlowest, describeStages, StageTimes } from "./run-times.ts";
import { runUnitTests } from "./run-unit-tests.ts";
import { readConfigFiles, readSourceFiles } from "./source-files.ts";
import { describeFailures, describeFlaky } from "./test-results.ts";
import { addResults, formatTally, NO_RESULT } from "./test-summary.ts";

const ROOT = join(import.meta.dirname, "..");
const LABS_AT_ONCE = 2;
const NO_TEST = { ...NO_RESULT, flaky: [], times: [] };

/** Selected files; null: all. */
function chooseFiles(options: RunOptions): { unitTests: Chosen; journeys: Chosen } {
  if (!options.changed) {
    const all = options.filters.length > 0 ? options.filters : null;
    return { unitTests: all, journeys: all };
  }
  const changes = findChanges(ROOT);
  const sources = [...readSourceFiles(ROOT), ...readConfigFiles(ROOT)];
  const unitTests = chooseUnitTests(sources, changes.files);
  const journeys = chooseJourneys(sources, changes.files, readJourneySlices(ROOT));
  for (const line of describeChoices(changes, { unitTests, journeys })) console.log(line);
  return {
    unitTests: unitTests.files,
    journeys: journeys.files?.map((file) => `${join(ROOT, file)}$`) ?? null,
  };
}

async function runAll(options: RunOptions): Promise<void> {
  const files = chooseFiles(options);
  const isSelected = (chosen: Chosen) => chosen === null || chosen.length > 0;
  const reportFolder = mkdtempSync(join(tmpdir(), "parfocal-reports-"));
  const stages = new StageTimes();
  const isWhole = !options.changed && options.filters.length === 0;
  const secondTry = isWhole && !options.strict;
  const checks = options.checks ? await stages.measure("checks", () => runChecks(ROOT)) : NO_RESULT;
  const unitTests =
    options.unitTests && isSelected(files.unitTests)
      ? await runUnitTests(ROOT, { filters: files.unitTests ?? [], secondTry }, reportFolder, stages)
      : NO_TEST;
  const order = {
    filters: files.journeys ?? [],
    secondTry,
    trace: options.filters.length > 0,
    repeat: options.repeat,
    stress: options.stress,
  };
  const journeys =
    options.journeys && isSelected(files.journeys) ? await runJourneys(ROOT, order, reportFolder, stages) : NO_TEST;
  // After the journeys: by then the pages are built, and measurements are not disturbed.
  const labs = options.labs
    ? await stages.measure("labs", () => runLabs(ROOT, { size: "short", names: [], atOnce: LABS_AT_ONCE }))
    : NO_RESULT;
  rmSync(reportFolder, { recursive: true });
  const { tally, failures } = addResults([checks, unitTests, labs, journeys]);
  const lines = [
    ...describeSlowest("files of unit and HTTP tests", unitTests.times),
    ...describeSlowest("journeys", journeys.times),
    ...describeStages(stages.stages),
    "",
    ...describeFlaky(unitTests.flaky),
    ...describeFlaky(journeys.flaky),
    ...describeFailures(failures),
    formatTally(tally),
  ];
  console.log(lines.join("\n"));
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

try {
  await runAll(parseRunOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
