import { describe, expect, it } from "vitest";
import {
  attemptsLeft,
  deadlineFor,
  extraTimeS,
  GRANTED_MAX_S,
  movedDeadline,
  startProblem,
  withGrantedTime,
} from "./access-rules.ts";

const free = { attemptsMax: null, attemptsUsed: 3, opensAt: null, closesAt: null };

describe("a new attempt", () => {
  it.each([
    ["without limits", free, null],
    ["before it opens", { ...free, opensAt: 1001 }, "notOpenYet"],
    ["at the moment it opens", { ...free, opensAt: 1000 }, null],
    ["a moment before it closes", { ...free, closesAt: 1001 }, null],
    ["at the moment it closes", { ...free, closesAt: 1000 }, "closed"],
    ["with one attempt left", { ...free, attemptsMax: 4 }, null],
    ["with none left", { ...free, attemptsMax: 3 }, "noAttemptsLeft"],
    ["with none left since the number was lowered", { ...free, attemptsMax: 1 }, "noAttemptsLeft"],
  ] as const)("%s", (_name, facts, problem) => {
    expect(startProblem(facts, 1000)).toBe(problem);
  });

  it("counts the attempts left, never below 0", () => {
    expect([
      attemptsLeft(free),
      attemptsLeft({ ...free, attemptsMax: 5 }),
      attemptsLeft({ ...free, attemptsMax: 1 }),
    ]).toEqual([null, 2, 0]);
  });
});

describe("extra time", () => {
  it("is in minutes or a share of the limit; the largest of several applies", () => {
    const ten = { minutes: 10, percent: null };
    const third = { minutes: null, percent: 33 };
    expect(extraTimeS(3600, [])).toBe(0);
    expect(extraTimeS(3600, [ten])).toBe(600);
    expect(extraTimeS(3600, [third])).toBe(1188);
    expect(extraTimeS(3600, [ten, third])).toBe(1188);
    expect(extraTimeS(600, [ten, third])).toBe(600);
  });
});

describe("the deadline", () => {
  const hour = { startedAt: 0, limitS: 3600, extras: [], closesAt: null };
  it("is the start, the limit and the extra time, and never after the quiz closes", () => {
    expect(deadlineFor(hour)).toBe(3_600_000);
    expect(deadlineFor({ ...hour, extras: [{ minutes: 10, percent: null }] })).toBe(4_200_000);
    expect(deadlineFor({ ...hour, extras: [{ minutes: 10, percent: null }], closesAt: 4_000_000 })).toBe(4_000_000);
    expect(deadlineFor({ ...hour, limitS: null })).toBeNull();
    expect(deadlineFor({ ...hour, limitS: null, closesAt: 5 })).toBe(5);
  });

  it("is extended by the granted time, also after the quiz closes", () => {
    expect(deadlineFor({ ...hour, grantedS: 90 })).toBe(3_690_000);
    expect(deadlineFor({ ...hour, closesAt: 1_000_000, grantedS: 90 })).toBe(1_090_000);
    expect(deadlineFor({ ...hour, limitS: null, grantedS: 90 })).toBeNull();
  });

  it("moves with each grant, by at most a day in total; an attempt without a limit has no deadline", () => {
    expect(withGrantedTime({ deadlineAt: 1_000, grantedS: 30 }, 90)).toEqual({ deadlineAt: 91_000, grantedS: 120 });
    const nearlyAll = { deadlineAt: 1_000, grantedS: GRANTED_MAX_S - 60 };
    expect(withGrantedTime(nearlyAll, 90)).toEqual({ deadlineAt: 61_000, grantedS: GRANTED_MAX_S });
    expect(withGrantedTime({ deadlineAt: 1_000, grantedS: GRANTED_MAX_S }, 90)).toBeNull();
    expect(withGrantedTime({ deadlineAt: null, grantedS: 0 }, 90)).toBeNull();
  });

  it("of a running attempt moves only later", () => {
    expect(movedDeadline(100, 200, 50)).toBe(200);
    expect(movedDeadline(100, 80, 50)).toBe(100);
    expect(movedDeadline(100, null, 50)).toBeNull();
  });

  it("of an attempt without a deadline is set to when the quiz closes, at the earliest now", () => {
    expect(movedDeadline(null, 200, 50)).toBe(200);
    expect(movedDeadline(null, 20, 50)).toBe(50);
    expect(movedDeadline(null, null, 50)).toBeNull();
  });
});
