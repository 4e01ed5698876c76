import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { filesToRetry } from "./second-try.ts";
import {
  describeFailures,
  describeFlaky,
  failedTests,
  filesOf,
  readJourneyRun,
  readUnitRun,
  summariseRuns,
  type TestResult,
  type TestRun,
} from "./test-results.ts";
import { addResults, FAILED_ONCE, formatTally, NO_RESULT, type StageResult } from "./test-summary.ts";

const folder = mkdtempSync(join(tmpdir(), "parfocal-journeys-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (results: Record<string, TestResult>, status = 0): TestRun => ({
  results: new Map(Object.entries(results)),
  messages: new Map(),
  status: Object.values(results).includes("failed") ? 1 : status,
  times: [],
});
const CRASHED: TestRun = { results: null, messages: new Map(), status: 134, times: [] };

describe("the summary of the journeys", () => {
  const cases: [what: string, first: TestRun, second: TestRun | null, line: string, flaky: string[]][] = [
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
      const summary = summariseRuns("journeys", first, second);
      expect(formatTally(summary.tally)).toBe(line);
      expect(summary.flaky).toEqual(flaky);
    });
  }
});

describe("Playwright's report", () => {
  it("is read by file, line and title, through all its suites", () => {
    const spec = (title: string, line: number, status: string, errors = [] as { message: string }[]) => ({
      title,
      file: "tree.spec.ts",
      line,
      tests: [{ status, results: [{ duration: line * 100, errors }] }],
    });
    const path = join(folder, "report.json");
    const onPhone = {
      specs: [spec("fits", 30, "unexpected", [{ message: "too wide" }]), spec("waits", 40, "skipped")],
    };
    const opens = spec("opens", 7, "expected");
    writeFileSync(path, JSON.stringify({ suites: [{ specs: [opens], suites: [onPhone] }] }));
    const read = readJourneyRun(path, 1);
    expect([...(read.results ?? [])]).toEqual([
      ["e2e/tree.spec.ts:7 opens", "passed"],
      ["e2e/tree.spec.ts:30 fits", "failed"],
      ["e2e/tree.spec.ts:40 waits", "skipped"],
    ]);
    expect([...read.messages]).toEqual([["e2e/tree.spec.ts:30 fits", "too wide"]]);
    expect(read.times.map(({ seconds }) => seconds)).toEqual([0.7, 3, 4]);
    expect(filesOf([...failedTests(read), "e2e/tree.spec.ts:9 moves"])).toEqual(["e2e/tree.spec.ts"]);
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
    expect(formatTally(summariseRuns("journeys", read, null).tally)).toBe("2 passed, 1 failed, 0 skipped");
    expect(failedTests(read)).toEqual(["e2e/tree.spec.ts:7 opens (2)"]);
    expect(read.times).toHaveLength(3);
  });

  it("is reported as missing if the runner crashed", () => {
    expect(readJourneyRun(join(folder, "missing.json"), 134)).toEqual(CRASHED);
  });
});

describe("the report of unit tests", () => {
  it("is read by file and title, equal titles separately", () => {
    const path = join(folder, "unit.json");
    const failed = { name: "a.test.ts fits", result: "failed", message: "too wide" };
    const passed = { name: "a.test.ts fits", result: "passed", message: "" };
    writeFileSync(path, JSON.stringify({ tests: [passed, failed], times: [{ name: "a.test.ts", seconds: 2 }] }));
    const read = readUnitRun(path, 1);
    expect([...(read.results ?? [])]).toEqual([
      ["a.test.ts fits", "passed"],
      ["a.test.ts fits (2)", "failed"],
    ]);
    expect([...read.messages]).toEqual([["a.test.ts fits (2)", "too wide"]]);
    expect(read.times).toEqual([{ name: "a.test.ts", seconds: 2 }]);
    expect(filesOf(failedTests(read))).toEqual(["a.test.ts"]);
  });

  it("is reported as missing if the runner crashed", () => {
    expect(readUnitRun(join(folder, "missing.json"), 134)).toEqual(CRASHED);
  });
});

describe("a retry", () => {
  const failing = (count: number, file = "a.test.ts") =>
    run(Object.fromEntries(Array.from({ length: count }, (_, index) => [`${file} title ${index}`, "failed" as const])));

  it.each([
    ["nothing failed", run({ "a.test.ts b": "passed" }), []],
    ["two of a file failed", failing(2), ["a.test.ts"]],
    ["too many failed to be an accident", failing(11), []],
    ["an error belongs to no file", failing(1, "unit and HTTP tests"), []],
  ])("%s", (_what, first, files) => expect(filesToRetry(first)).toEqual(files));
});

describe("tests that needed a retry", () => {
  it("are named as defects, each with the command that repeats it", () => {
    expect(describeFlaky([])).toEqual([]);
    const lines = describeFlaky(["e2e/a.spec.ts:1 opens a slide", "apps/web/b.test.ts counts"]).join("\n");
    expect(lines).toMatch(/DEFECT: 2 FLAKY tests, .*forgiven in this run only/);
    expect(lines).toContain("e2e/a.spec.ts:1 opens a slide");
    expect(lines).toContain("npm test -- --repeat 10 --stress a.spec.ts:1\n");
    expect(lines).toContain("npm test -- --without-journeys apps/web/b.test.ts\n");
  });

  it("fail if there are more than two", () => {
    expect(describeFlaky(["a", "b", "c"]).join("\n")).toMatch(/DEFECT: 3 FLAKY tests, .*FAILED: more than 2/);
  });
});

describe("failures", () => {
  it("are named, with the beginning of their message", () => {
    expect(describeFailures([])).toEqual([]);
    const message = `\u001b[31mtoo wide\u001b[39m\n\n${"x".repeat(1000)}\n${"line\n".repeat(50)}`;
    const lines = describeFailures([{ name: "a.test.ts fits", message }]);
    expect(lines.slice(0, 4)).toEqual(["", "What failed:", "  FAILED  a.test.ts fits", "          too wide"]);
    expect(lines.join("\n").length).toBeLessThan(500);
  });

  it("are counted if there are too many to list", () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ name: `test ${index}`, message: "" }));
    expect(describeFailures(many).at(-2)).toBe("  … and 5 more");
  });

  it("are collected from all stages, with the message of the attempt that failed", () => {
    const first = { ...run({ "a.test.ts fits": "failed" }), messages: new Map([["a.test.ts fits", "too wide"]]) };
    const unit = summariseRuns("unit tests", first, run({ "a.test.ts fits": "failed" }));
    const checks: StageResult = { tally: FAILED_ONCE, failures: [{ name: "sizes", message: "too long" }] };
    expect(addResults([NO_RESULT, checks, unit])).toEqual({
      tally: { passed: 0, failed: 2, skipped: 0 },
      failures: [
        { name: "sizes", message: "too long" },
        { name: "a.test.ts fits", message: "too wide" },
      ],
    });
  });
});
