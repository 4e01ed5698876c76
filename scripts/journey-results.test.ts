import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  describeFlaky,
  failedJourneys,
  filesOf,
  type JourneyResult,
  type JourneyRun,
  readJourneyRun,
  summariseJourneys,
} from "./journey-results.ts";
import { formatTally } from "./test-summary.ts";

const folder = mkdtempSync(join(tmpdir(), "parfocal-journeys-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (results: Record<string, JourneyResult>, status = 0): JourneyRun => ({
  results: new Map(Object.entries(results)),
  status: Object.values(results).includes("failed") ? 1 : status,
  times: [],
});
const CRASHED: JourneyRun = { results: null, status: 134, times: [] };

describe("the sum of the journeys", () => {
  const cases: [what: string, first: JourneyRun, second: JourneyRun | null, line: string, flaky: string[]][] = [
    ["all pass", run({ a: "passed", b: "skipped" }), null, "1 passed, 0 failed, 1 skipped", []],
    ["one fails and is not tried again", run({ a: "failed" }), null, "0 passed, 1 failed, 0 skipped", []],
    ["one fails twice", run({ a: "failed" }), run({ a: "failed" }), "0 passed, 1 failed, 0 skipped", []],
    [
      "one passes at its second run",
      run({ a: "failed" }),
      run({ a: "passed" }),
      "1 passed, 0 failed, 0 skipped",
      ["a"],
    ],
    [
      "two pass at their second run",
      run({ a: "failed", b: "failed", c: "passed" }),
      run({ a: "passed", b: "passed" }),
      "3 passed, 0 failed, 0 skipped",
      ["a", "b"],
    ],
    [
      "three pass at their second run",
      run({ a: "failed", b: "failed", c: "failed", d: "passed" }),
      run({ a: "passed", b: "passed", c: "passed" }),
      "1 passed, 3 failed, 0 skipped",
      ["a", "b", "c"],
    ],
    [
      "a neighbour in the file fails only the second time",
      run({ a: "failed", b: "passed" }),
      run({ a: "failed", b: "failed" }),
      "1 passed, 1 failed, 0 skipped",
      ["b"],
    ],
    [
      "the next of a serial file runs only the second time, and passes",
      run({ a: "failed", b: "skipped" }),
      run({ a: "passed", b: "passed" }),
      "2 passed, 0 failed, 0 skipped",
      ["a"],
    ],
    [
      "the next of a serial file runs only the second time, and fails",
      run({ a: "failed", b: "skipped" }),
      run({ a: "passed", b: "failed" }),
      "1 passed, 1 failed, 0 skipped",
      ["a"],
    ],
    [
      "what failed is skipped the second time",
      run({ a: "failed" }),
      run({ a: "skipped" }),
      "0 passed, 1 failed, 0 skipped",
      [],
    ],
    ["the runner crashes", CRASHED, null, "0 passed, 1 failed, 0 skipped", []],
    ["the second run crashes", run({ a: "failed", b: "passed" }), CRASHED, "1 passed, 2 failed, 0 skipped", []],
    ["no journey is found", run({}, 1), null, "0 passed, 1 failed, 0 skipped", []],
    ["an error is left unhandled", run({ a: "passed" }, 1), null, "1 passed, 1 failed, 0 skipped", []],
  ];
  for (const [what, first, second, line, flaky] of cases) {
    it(`${what}: ${line}`, () => {
      const summary = summariseJourneys(first, second);
      expect(formatTally(summary.tally)).toBe(line);
      expect(summary.flaky).toEqual(flaky);
    });
  }
});

describe("Playwright's report", () => {
  it("is read by file, line and title, through all its suites", () => {
    const spec = (title: string, line: number, status: string) => ({
      title,
      file: "tree.spec.ts",
      line,
      tests: [{ status, results: [{ duration: line * 100 }] }],
    });
    const path = join(folder, "report.json");
    const onPhone = { specs: [spec("fits", 30, "unexpected"), spec("waits", 40, "skipped")] };
    const opens = spec("opens", 7, "expected");
    writeFileSync(path, JSON.stringify({ suites: [{ specs: [opens], suites: [onPhone] }] }));
    const read = readJourneyRun(path, 1);
    expect([...(read.results ?? [])]).toEqual([
      ["tree.spec.ts:7 opens", "passed"],
      ["tree.spec.ts:30 fits", "failed"],
      ["tree.spec.ts:40 waits", "skipped"],
    ]);
    expect(read.times.map(({ seconds }) => seconds)).toEqual([0.7, 3, 4]);
    expect(filesOf([...failedJourneys(read), "tree.spec.ts:9 moves"])).toEqual(["tree.spec.ts"]);
  });

  it("counts each repetition of a journey separately", () => {
    const path = join(folder, "repeated.json");
    const spec = (status: string) => ({
      title: "opens",
      file: "tree.spec.ts",
      line: 7,
      tests: [{ status, results: [{ duration: 10 }] }],
    });
    writeFileSync(
      path,
      JSON.stringify({ suites: [{ specs: [spec("expected"), spec("unexpected"), spec("expected")] }] }),
    );
    const read = readJourneyRun(path, 1);
    expect(formatTally(summariseJourneys(read, null).tally)).toBe("2 passed, 1 failed, 0 skipped");
    expect(failedJourneys(read)).toEqual(["tree.spec.ts:7 opens (2)"]);
    expect(read.times).toHaveLength(3);
  });

  it("is missed when the runner crashed", () => {
    expect(readJourneyRun(join(folder, "missing.json"), 134)).toEqual(CRASHED);
  });
});

describe("journeys that needed a second try", () => {
  it("are named as defects, each by its file, with the command that repeats it", () => {
    expect(describeFlaky([])).toEqual([]);
    const lines = describeFlaky(["a.spec.ts:1 opens a slide"]).join("\n");
    expect(lines).toMatch(/DEFECT: 1 FLAKY journey, .*forgiven in this run only/);
    expect(lines).toContain("e2e/a.spec.ts:1 opens a slide");
    expect(lines).toContain("npm test -- --repeat 10 --stress a.spec.ts:1\n");
  });

  it("are not forgiven when there are more than two", () => {
    expect(describeFlaky(["a", "b", "c"]).join("\n")).toMatch(/DEFECT: 3 FLAKY journeys, .*FAILED: more than 2/);
  });
});
