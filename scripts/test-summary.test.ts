import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { addTallies, formatTally, NOTHING, tallyOfVitest } from "./test-summary.ts";

const folder = mkdtempSync(join(tmpdir(), "parfocal-tally-"));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const vitestReport = (failed: number, files: unknown[] = []) =>
  report({ numPassedTests: 5, numFailedTests: failed, numPendingTests: 2, numTodoTests: 1, testResults: files });
const brokenFile = { status: "failed", assertionResults: [] };
const failedFile = { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] };

describe("the sum of a test run", () => {
  const cases = [
    ["all unit tests pass", tallyOfVitest(vitestReport(0), 0), "5 passed, 0 failed, 3 skipped"],
    ["a unit test fails", tallyOfVitest(vitestReport(1, [failedFile]), 1), "5 passed, 1 failed, 3 skipped"],
    ["a test file does not load", tallyOfVitest(vitestReport(0, [brokenFile]), 1), "5 passed, 1 failed, 3 skipped"],
    ["an error is left unhandled", tallyOfVitest(vitestReport(0), 1), "5 passed, 1 failed, 3 skipped"],
    ["the runner crashes", tallyOfVitest(join(folder, "missing.json"), 134), "0 passed, 1 failed, 0 skipped"],
    ["nothing runs", NOTHING, "0 passed, 0 failed, 0 skipped"],
    [
      "two runners report",
      addTallies([tallyOfVitest(vitestReport(1), 1), { passed: 4, failed: 2, skipped: 1 }]),
      "9 passed, 3 failed, 4 skipped",
    ],
  ] as const;
  for (const [what, tally, line] of cases) it(`${what}: ${line}`, () => expect(formatTally(tally)).toBe(line));
});
