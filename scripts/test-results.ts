/**
 * Result and duration of each unit test and journey, and those that passed only in the second run
 * (docs/decisions/0041).
 */
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Timed } from "./run-times.ts";
import { FAILED_ONCE, type Failure, NOTHING, type StageResult, type TestSummary } from "./test-summary.ts";

/** Maximum number of tests per stage that may fail first and then pass in a successful run. */
export const MAX_FLAKY = 2;

/** A journey is skipped if a previous one in its file failed. */
export type TestResult = "passed" | "failed" | "skipped";

export interface TestRun {
  /** By file, line (journeys only) and title, each repetition separately; null without a report of the runner. */
  readonly results: ReadonlyMap<string, TestResult> | null;
  /** Error messages of failed tests, by the same names. */
  readonly messages: ReadonlyMap<string, string>;
  /** Exit status of the runner; 0: success. */
  readonly status: number;
  readonly times: readonly Timed[];
}

export interface RunSummary extends StageResult {
  /** Tests that failed first and then passed. */
  readonly flaky: readonly string[];
}

/** Report of scripts/vitest-reporter.ts. */
export interface UnitReport {
  readonly tests: readonly { readonly name: string; readonly result: TestResult; readonly message: string }[];
  readonly times: readonly Timed[];
}

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly {
      readonly status: "expected" | "unexpected" | "flaky" | "skipped";
      readonly results: readonly {
        readonly duration: number;
        readonly errors?: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

const RESULTS = { expected: "passed", unexpected: "failed", flaky: "failed", skipped: "skipped" } as const;

const crashed = (status: number): TestRun => ({ results: null, messages: new Map(), status, times: [] });

export function readUnitRun(reportPath: string, status: number): TestRun {
  if (!existsSync(reportPath)) return crashed(status);
  const { tests, times } = JSON.parse(readFileSync(reportPath, "utf8")) as UnitReport;
  const results = new Map<string, TestResult>();
  const messages = new Map<string, string>();
  for (const test of tests) {
    const name = unusedName(test.name, results);
    results.set(name, test.result);
    if (test.message) messages.set(name, test.message);
  }
  return { results, messages, status, times };
}

export function readJourneyRun(reportPath: string, status: number): TestRun {
  if (!existsSync(reportPath)) return crashed(status);
  const results = new Map<string, TestResult>();
  const messages = new Map<string, string>();
  const times: Timed[] = [];
  const read = ({ specs = [], suites = [] }: PlaywrightSuite): void => {
    for (const { file, line, title, tests } of specs)
      for (const test of tests) {
        const name = unusedName(`e2e/${file}:${line} ${title}`, results);
        results.set(name, RESULTS[test.status]);
        const message = test.results.flatMap(({ errors = [] }) => errors)[0]?.message;
        if (message) messages.set(name, message);
        times.push({ name, seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000 });
      }
    suites.forEach(read);
  };
  read(JSON.parse(readFileSync(reportPath, "utf8")) as PlaywrightSuite);
  return { results, messages, status, times };
}

/** All repetitions of a journey have the same location and title. */
function unusedName(name: string, used: ReadonlyMap<string, unknown>): string {
  if (!used.has(name)) return name;
  for (let time = 2; ; time++) if (!used.has(`${name} (${time})`)) return `${name} (${time})`;
}

export const failedTests = ({ results }: TestRun): string[] =>
  [...(results ?? [])].filter(([, result]) => result === "failed").map(([name]) => name);

/** @param names as returned by `failedTests`. @returns files without duplicates. */
export const filesOf = (names: readonly string[]): string[] => [...new Set(names.map(fileOf))];

const fileOf = (name: string): string => placeOf(name).replace(/:\d+$/, "");

/** File, and line if the name has one. */
const placeOf = (name: string): string => name.split(" ", 1)[0] as string;

/** @param second run of the files with failures; null: none. */
export function summariseRuns(stage: string, first: TestRun, second: TestRun | null): RunSummary {
  if (first.results === null)
    return {
      tally: FAILED_ONCE,
      failures: [{ name: stage, message: `The runner ended with ${first.status}.` }],
      flaky: [],
    };
  const flaky: string[] = [];
  const failed: string[] = [];
  const counts = { passed: 0, skipped: 0 };
  for (const [name, once] of first.results) {
    const twice = second?.results?.get(name) ?? "skipped";
    const result = once === "skipped" ? twice : once;
    if (once !== twice && once !== "skipped" && twice !== "skipped") flaky.push(name);
    else if (result === "failed") failed.push(name);
    else counts[result] += 1;
  }
  if (flaky.length > MAX_FLAKY) failed.push(...flaky);
  else counts.passed += flaky.length;
  const messageOf = (name: string) => first.messages.get(name) ?? second?.messages.get(name) ?? "";
  const failures: Failure[] = failed.map((name) => ({ name, message: messageOf(name) }));
  // The runner failed without a failed test: it crashed, found no tests, or had an unhandled error.
  for (const run of second ? [first, second] : [first])
    if (run.status !== 0 && failedTests(run).length === 0)
      failures.push({ name: stage, message: `The runner ended with ${run.status}, though no test failed.` });
  const tally: TestSummary = { ...NOTHING, ...counts, failed: failures.length };
  return { tally, failures, flaky };
}

/** @returns lines for the end of the output; empty: none. */
export function describeFlaky(flaky: readonly string[]): string[] {
  if (flaky.length === 0) return [];
  const verdict =
    flaky.length > MAX_FLAKY
      ? `FAILED: more than ${MAX_FLAKY} of a stage are not forgiven`
      : "forgiven in this run only";
  return [
    "",
    RULE,
    `DEFECT: ${flaky.length} FLAKY test${flaky.length === 1 ? "" : "s"}, failed once and passed once (${verdict}).`,
    "Find the cause, in the product or in the test, before any other work:",
    ...flaky.flatMap((name) => [`  FLAKY  ${name}`, `         ${commandFor(name)}`]),
    RULE,
    "",
  ];
}

const RULE = "!".repeat(100);

function commandFor(name: string): string {
  const place = placeOf(name);
  return place.startsWith("e2e/")
    ? `npm test -- --repeat 10 --stress ${place.slice("e2e/".length)}`
    : `npm test -- --without-journeys ${place}`;
}

const SHOWN_FAILURES = 20;
const SHOWN_LINES = 12;
const SHOWN_CHARACTERS = 200;

/** Repeats the failures at the end, where even a truncated log contains them. */
export function describeFailures(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return [];
  const more = failures.length - SHOWN_FAILURES;
  return [
    "",
    "What failed:",
    ...failures.slice(0, SHOWN_FAILURES).flatMap(({ name, message }) => [`  FAILED  ${name}`, ...shortened(message)]),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    "",
  ];
}

function shortened(message: string): string[] {
  return stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, SHOWN_LINES)
    .map((line) => `          ${line.slice(0, SHOWN_CHARACTERS)}`);
}
