/** A reporter for Vitest: writes how long each test file took, what it imports and sets up included, to UNIT_TIMES. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import type { Timed } from "./run-times.ts";

export default class UnitTimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env.UNIT_TIMES;
    if (!path) return;
    writeFileSync(path, JSON.stringify(modules.map(timeOf)));
  }
}

function timeOf(module: TestModule): Timed {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const milliseconds = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return { name: relative(process.cwd(), module.moduleId), seconds: milliseconds / 1000 };
}
