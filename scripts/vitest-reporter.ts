/**
 * A reporter for Vitest: writes the result and error of each test, and the duration of each test file including imports
 * and setup, to UNIT_REPORT. Files that could not be loaded and unhandled errors are reported as failed tests.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import type { Timed } from "./run-times.ts";
import type { TestResult, UnitReport } from "./test-results.ts";

type UnitTest = UnitReport["tests"][number];

export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const path = process.env.UNIT_REPORT;
    if (!path) return;
    const tests = [...modules.flatMap(testsOf), ...unhandledErrors.map(unhandled)];
    const report: UnitReport = { tests, times: modules.map(timeOf) };
    writeFileSync(path, JSON.stringify(report));
  }
}

const pathOf = (module: TestModule): string => relative(process.cwd(), module.moduleId);

function testsOf(module: TestModule): UnitTest[] {
  const tests = [...module.children.allTests()].map(readTest);
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  if (errors.length === 0) return tests;
  return [...tests, { name: `${pathOf(module)} outside its tests`, result: "failed", message: messageOf(errors) }];
}

const RESULTS: Readonly<Record<ReturnType<TestCase["result"]>["state"], TestResult>> = {
  passed: "passed",
  failed: "failed",
  skipped: "skipped",
  pending: "failed",
};

function readTest(test: TestCase): UnitTest {
  const { state, errors } = test.result();
  return { name: `${pathOf(test.module)} ${test.fullName}`, result: RESULTS[state], message: messageOf(errors ?? []) };
}

function unhandled(error: SerializedError): UnitTest {
  return { name: "an error that no test handled", result: "failed", message: messageOf([error]) };
}

const messageOf = (errors: readonly { readonly message?: string; readonly stack?: string }[]): string =>
  errors.map(({ message, stack }) => stack ?? message ?? "").join("\n");

function timeOf(module: TestModule): Timed {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const milliseconds = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return { name: pathOf(module), seconds: milliseconds / 1000 };
}
