import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AttemptFacts, deadlineOf, isNewer, remainingS, saveProblem, type WriteProblem } from "./attempt-rules.ts";
import { shuffled } from "./shuffle.ts";

const START = 1_700_000_000_000;
const DEADLINE = START + 60_000;
const running: AttemptFacts = { state: "started", finalisedBy: null, deadlineAt: DEADLINE, graceS: 5 };

it("the deadline is start plus duration; without a duration there is none", () => {
  expect(deadlineOf(START, 60)).toBe(DEADLINE);
  expect(deadlineOf(START, null)).toBeNull();
});

it("the remaining time is in whole seconds, never negative", () => {
  expect(remainingS(DEADLINE, START)).toBe(60);
  expect(remainingS(DEADLINE, DEADLINE - 1)).toBe(1);
  expect(remainingS(DEADLINE, DEADLINE + 9_000)).toBe(0);
  expect(remainingS(null, START)).toBeNull();
});

const submitted = (finalisedBy: AttemptFacts["finalisedBy"]): AttemptFacts => ({
  ...running,
  state: "submitted",
  finalisedBy,
});
const saves: [name: string, attempt: AttemptFacts, receivedAt: number, problem: WriteProblem | null][] = [
  ["in time", running, START, null],
  ["within the grace period", running, DEADLINE + 5_000, null],
  ["after the grace period", running, DEADLINE + 5_001, "outOfTime"],
  ["at the deadline, without a grace period", { ...running, graceS: 0 }, DEADLINE, null],
  ["just after the deadline, without a grace period", { ...running, graceS: 0 }, DEADLINE + 1, "outOfTime"],
  ["within the longest grace period", { ...running, graceS: 60 }, DEADLINE + 60_000, null],
  ["after the longest grace period", { ...running, graceS: 60 }, DEADLINE + 60_001, "outOfTime"],
  ["without a limit", { ...running, deadlineAt: null }, DEADLINE * 2, null],
  ["after submission", submitted("person"), START, "submitted"],
  ["after a teacher ended it", submitted("staff"), START, "submitted"],
  ["in time, but the clock was faster", submitted("sweeper"), DEADLINE, null],
  ["too late, and the clock has ended it", submitted("sweeper"), DEADLINE + 6_000, "outOfTime"],
];
describe("an incoming answer", () => {
  for (const [name, attempt, receivedAt, problem] of saves)
    it(name, () => expect(saveProblem(attempt, receivedAt)).toBe(problem));
});

it("the stored result never depends on the order in which saves arrive", () => {
  const revs = fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(revs, fc.infiniteStream(fc.nat()), (sent, random) => {
      const order = sent.map((rev) => ({ rev, key: random.next().value as number })).toSorted((a, b) => a.key - b.key);
      let stored: { rev: number } | null = null;
      for (const { rev } of [...order, ...order]) if (isNewer({ rev }, stored)) stored = { rev };
      expect(stored?.rev).toBe(Math.max(...sent));
    }),
  );
});

describe("shuffles", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 40 });
  const order = (items: readonly number[], seed: string, purpose = "options") =>
    shuffled(items, { seed, purpose, idOf: (id) => id });

  it("are permutations, whatever the initial order", () => {
    fc.assert(
      fc.property(ids, fc.string(), (items, seed) => {
        expect(order(items, seed).toSorted()).toEqual(items.toSorted());
        expect(order(items.toReversed(), seed)).toEqual(order(items, seed));
      }),
    );
  });

  it("keep the order of the others when one is removed", () => {
    fc.assert(
      fc.property(ids, fc.string(), (items, seed) => {
        const rest = items.slice(1);
        expect(order(rest, seed)).toEqual(order(items, seed).filter((id) => id !== items[0]));
      }),
    );
  });

  it("place each of five options about equally often first", () => {
    const firsts = new Map<number, number>();
    for (let attempt = 0; attempt < 2_000; attempt += 1) {
      const [first = 0] = order([1, 2, 3, 4, 5], `attempt-${attempt}`);
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    for (const id of [1, 2, 3, 4, 5]) {
      expect(firsts.get(id)).toBeGreaterThan(320);
      expect(firsts.get(id)).toBeLessThan(480);
    }
  });

  it("differ by purpose", () => {
    const items = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(order(items, "seed", "left")).not.toEqual(order(items, "seed", "right"));
  });
});
