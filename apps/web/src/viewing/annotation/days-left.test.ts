import { expect, it } from "vitest";
import { daysLeft } from "./days-left.ts";

const UNTIL = "2026-11-30T12:00:00.000Z";
const CASES: [now: string, days: number][] = [
  ["2026-10-31T12:00:00.000Z", 30],
  ["2026-11-29T12:00:00.000Z", 1],
  ["2026-11-29T11:59:59.000Z", 2],
  ["2026-11-30T11:59:00.000Z", 1],
  ["2026-11-30T12:00:00.000Z", 0],
  ["2026-12-24T12:00:00.000Z", 0],
];
for (const [now, days] of CASES) {
  it(`at ${now} there are ${days} days left`, () => {
    expect(daysLeft(UNTIL, Date.parse(now))).toBe(days);
  });
}
