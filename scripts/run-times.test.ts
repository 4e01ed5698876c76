import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeSlowest, describeStages, readUnitTimes, StageTimes } from "./run-times.ts";

it("the stages stand in their order, with their sum", () => {
  const stages = [
    { name: "checks", seconds: 35.04 },
    { name: "journeys", seconds: 400 },
  ];
  expect(describeStages(stages)).toEqual([
    "",
    "| stage | s |",
    "|---|--:|",
    "| checks | 35.0 |",
    "| journeys | 400.0 |",
    "| all | 435.0 |",
  ]);
});

it("of what ran, the ten slowest are shown, the slowest first", () => {
  const timed = Array.from({ length: 12 }, (_, index) => ({ name: `test ${index}`, seconds: (index * 7) % 12 }));
  const rows = describeSlowest("tests", timed).slice(3);
  expect(rows).toHaveLength(10);
  expect(rows[0]).toBe("| test 5 | 11.0 |");
  expect(rows.at(-1)).toBe("| test 2 | 2.0 |");
});

it("where nothing ran there is no table", () => expect(describeSlowest("journeys", [])).toEqual([]));

it("a stage that fails is counted as well", async () => {
  const times = new StageTimes();
  await expect(times.measure("checks", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await times.measure("journeys", async () => 7)).toBe(7);
  expect(times.stages.map(({ name }) => name)).toEqual(["checks", "journeys"]);
});

it("the times of unit tests are read, and missed when the runner crashed", () => {
  const folder = mkdtempSync(join(tmpdir(), "parfocal-times-"));
  const path = join(folder, "times.json");
  try {
    expect(readUnitTimes(path)).toEqual([]);
    writeFileSync(path, '[{ "name": "a.test.ts", "seconds": 2 }]');
    expect(readUnitTimes(path)).toEqual([{ name: "a.test.ts", seconds: 2 }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
