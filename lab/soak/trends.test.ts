import { expect, it } from "vitest";
import { type Sample, slopePerMinute, trendOf, windowsOf } from "./trends.ts";

const MINUTE_MS = 60_000;
const each = (minutes: number, valueAt: (minute: number) => number): Sample[] =>
  Array.from({ length: minutes }, (_, minute) => ({ atMs: minute * MINUTE_MS, value: valueAt(minute) }));

it("a line has its slope, whatever its height, and noise around it changes little", () => {
  expect(slopePerMinute(each(60, (minute) => 300 + 2 * minute))).toBeCloseTo(2);
  expect(slopePerMinute(each(60, () => 300))).toBe(0);
  expect(slopePerMinute(each(60, (minute) => 300 - minute / 2 + (minute % 2) * 40))).toBeCloseTo(-0.5, 1);
});

it("one moment has no slope", () => {
  expect(slopePerMinute(each(1, () => 3))).toBe(Number.NaN);
  expect(slopePerMinute([])).toBe(Number.NaN);
});

it("the windows are ten minutes, of a run below half an hour a sixth", () => {
  expect(windowsOf(60 * MINUTE_MS)).toEqual({ warmUpMs: 10 * MINUTE_MS, windowMs: 10 * MINUTE_MS });
  expect(windowsOf(30 * MINUTE_MS).windowMs).toBe(10 * MINUTE_MS);
  expect(windowsOf(6 * MINUTE_MS)).toEqual({ warmUpMs: MINUTE_MS, windowMs: MINUTE_MS });
});

it("the slope leaves the warm-up out, and the first and the last ten minutes are compared", () => {
  const samples = each(60, (minute) => (minute < 10 ? minute * 50 : 1_000 + minute));
  const { slopePerMinute: slope, first, last } = trendOf(samples, 60 * MINUTE_MS, 0.95);
  expect(slope).toBeCloseTo(1);
  expect([first, last]).toEqual([450, 1_059]);
});

it("what comes after the end of the run does not count", () => {
  const samples = each(70, (minute) => (minute < 60 ? 5 : 900));
  expect(trendOf(samples, 60 * MINUTE_MS, 0.95)).toEqual({ slopePerMinute: 0, first: 5, last: 5 });
});
