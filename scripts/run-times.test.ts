import { expect, it } from "vitest";
import { describeSlowest, describeStages, StageTimes } from "./run-times.ts";

it("the stages are listed in order, with their sum", () => {
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

it("the ten slowest tests are shown, the slowest first", () => {
  const timed = Array.from({ length: 12 }, (_, index) => ({ name: `test ${index}`, seconds: (index * 7) % 12 }));
  const rows = describeSlowest("tests", timed).slice(3);
  expect(rows).toHaveLength(10);
  expect(rows[0]).toBe("| test 5 | 11.0 |");
  expect(rows.at(-1)).toBe("| test 2 | 2.0 |");
});

it("without tests there is no table", () => expect(describeSlowest("journeys", [])).toEqual([]));

it("a failed stage is counted as well", async () => {
  const times = new StageTimes();
  await expect(times.measure("checks", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await times.measure("journeys", async () => 7)).toBe(7);
  expect(times.stages.map(({ name }) => name)).toEqual(["checks", "journeys"]);
});
