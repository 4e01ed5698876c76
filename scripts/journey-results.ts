/** What became of each journey, how long it took, and which passed at the second try only (docs/decisions/0041). */
import { existsSync, readFileSync } from "node:fs";
import type { Timed } from "./run-times.ts";
import { FAILED_ONCE, NOTHING, type TestSummary } from "./test-summary.ts";

/** So many journeys may fail once and pass once in a run that passes. */
export const MAX_FLAKY = 2;

/** A journey that waited in vain for the one before it in its file is skipped. */
export type JourneyResult = "passed" | "failed" | "skipped";

export interface JourneyRun {
  /** By file, line and title, each repetition separately; null if the runner left no report. */
  readonly results: ReadonlyMap<string, JourneyResult> | null;
  /** Of the runner; 0: all is well. */
  readonly status: number;
  readonly times: readonly Timed[];
}

export interface JourneySummary {
  readonly tally: TestSummary;
  /** Journeys that failed once and passed once. */
  readonly flaky: readonly string[];
}

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly {
      readonly status: "expected" | "unexpected" | "flaky" | "skipped";
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

const RESULTS = { expected: "passed", unexpected: "failed", flaky: "failed", skipped: "skipped" } as const;

export function readJourneyRun(reportPath: string, status: number): JourneyRun {
  if (!existsSync(reportPath)) return { results: null, status, times: [] };
  const results = new Map<string, JourneyResult>();
  const times: Timed[] = [];
  const read = ({ specs = [], suites = [] }: PlaywrightSuite): void => {
    for (const { file, line, title, tests } of specs)
      for (const test of tests) {
        const name = unusedName(`${file}:${line} ${title}`, results);
        results.set(name, RESULTS[test.status]);
        times.push({ name, seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000 });
      }
    suites.forEach(read);
  };
  read(JSON.parse(readFileSync(reportPath, "utf8")) as PlaywrightSuite);
  return { results, status, times };
}

/** A repeated journey has the same place and title each time. */
function unusedName(name: string, used: ReadonlyMap<string, unknown>): string {
  if (!used.has(name)) return name;
  for (let time = 2; ; time++) if (!used.has(`${name} (${time})`)) return `${name} (${time})`;
}

export const failedJourneys = ({ results }: JourneyRun): string[] =>
  [...(results ?? [])].filter(([, result]) => result === "failed").map(([name]) => name);

/** @param names as `failedJourneys` gives them. @returns each file once. */
export const filesOf = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.slice(0, name.indexOf(":")))),
];

/** @param second of the files in which a journey failed; null: there was none. */
export function summariseJourneys(first: JourneyRun, second: JourneyRun | null): JourneySummary {
  if (first.results === null) return { tally: FAILED_ONCE, flaky: [] };
  const flaky: string[] = [];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, once] of first.results) {
    const twice = second?.results?.get(name) ?? "skipped";
    if (once !== twice && once !== "skipped" && twice !== "skipped") flaky.push(name);
    else counts[once === "skipped" ? twice : once] += 1;
  }
  counts[flaky.length > MAX_FLAKY ? "failed" : "passed"] += flaky.length;
  // A runner that failed without a failed journey: it crashed, found none, left an error unhandled.
  const isBroken = [first, ...(second ? [second] : [])].some(
    (run) => run.status !== 0 && failedJourneys(run).length === 0,
  );
  return { tally: { ...NOTHING, ...counts, failed: counts.failed + (isBroken ? 1 : 0) }, flaky };
}

/** @returns conspicuous lines, or none. */
export function describeFlaky(flaky: readonly string[]): string[] {
  if (flaky.length === 0) return [];
  const verdict =
    flaky.length > MAX_FLAKY ? `FAILED: more than ${MAX_FLAKY} are not forgiven` : "forgiven in this run only";
  return [
    "",
    RULE,
    `DEFECT: ${flaky.length} FLAKY journey${flaky.length === 1 ? "" : "s"}, failed once and passed once (${verdict}).`,
    "Find the cause, in the product or in the journey, before any other work:",
    ...flaky.flatMap((name) => [
      `  FLAKY  e2e/${name}`,
      `         npm test -- --repeat 10 --stress ${filterFor(name)}`,
    ]),
    RULE,
    "",
  ];
}

const RULE = "!".repeat(100);

/** What Playwright finds the journey by: its file and line. */
const filterFor = (name: string): string => name.split(" ", 1)[0] as string;
