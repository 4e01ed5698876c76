import { describe, expect, it } from "vitest";
import { createPictureBudget, type PictureBudget } from "./picture-budget.ts";

const PER_SECOND = 1_000;

/** How many of `count` requests are served. */
function served(
  budget: PictureBudget,
  count: number,
  {
    session = "a",
    address = "10.0.0.1",
    nowMs = 0,
  }: { session?: string | null; address?: string; nowMs?: number } = {},
): number {
  let answered = 0;
  for (let index = 0; index < count; index += 1) {
    try {
      budget.take(session, address, nowMs);
      answered += 1;
    } catch {
      // Rejected.
    }
  }
  return answered;
}

describe("the image budget of a session", () => {
  it("is ten seconds' worth at once, and a fixed number per second afterwards", () => {
    const budget = createPictureBudget(PER_SECOND);
    expect(served(budget, 12_000)).toBe(10_000);
    expect(served(budget, 2_000, { nowMs: 1_000 })).toBe(1_000);
    expect(served(budget, 12_000, { nowMs: 60_000 })).toBe(10_000);
  });

  it("exceeded, is answered with 429 and the code", () => {
    const budget = createPictureBudget(1);
    served(budget, 10);
    expect(() => budget.take("a", "10.0.0.1", 0)).toThrow(
      expect.objectContaining({ kind: "tooManyRequests", codes: ["pictureBudget"] }),
    );
  });

  it("is its own: another session at the same address has a full one", () => {
    const budget = createPictureBudget(PER_SECOND);
    served(budget, 12_000);
    expect(served(budget, 10_000, { session: "b" })).toBe(10_000);
  });

  it("is unlimited with 0", () => expect(served(createPictureBudget(0), 50_000)).toBe(50_000));
});

describe("a fast reader never exceeds it", () => {
  /** 3840 x 2160 px in tiles of 256 px, including partial ones. */
  const SCREEN_TILES = 16 * 10;

  it("with two screens per second for ten minutes, and five zoom levels within a second every ten seconds", () => {
    const budget = createPictureBudget(PER_SECOND);
    for (let second = 0; second < 600; second += 1) {
      const tiles = SCREEN_TILES * (second % 10 === 0 ? 7 : 2);
      expect(served(budget, tiles, { nowMs: second * 1_000 })).toBe(tiles);
    }
  });

  it("with four fluorescence channels, two screens per second for half a minute", () => {
    const budget = createPictureBudget(PER_SECOND);
    for (let second = 0; second < 30; second += 1)
      expect(served(budget, SCREEN_TILES * 8, { nowMs: second * 1_000 })).toBe(SCREEN_TILES * 8);
  });

  it("in a class of 60 behind one address: all open a slide at once, then one screen per second each", () => {
    const budget = createPictureBudget(PER_SECOND);
    for (let second = 0; second < 120; second += 1)
      for (let learner = 0; learner < 60; learner += 1) {
        const tiles = second === 0 ? SCREEN_TILES * 4 : SCREEN_TILES;
        expect(served(budget, tiles, { session: `learner ${learner}`, nowMs: second * 1_000 })).toBe(tiles);
      }
  });
});

it("forged sessions share the budget of their address", () => {
  const budget = createPictureBudget(PER_SECOND);
  let answered = 0;
  for (let index = 0; index < 120_000; index += 1) answered += served(budget, 1, { session: `made up ${index}` });
  expect(answered).toBe(100_000);
});

it("guests are counted by address", () => {
  const budget = createPictureBudget(PER_SECOND);
  expect(served(budget, 120_000, { session: null })).toBe(100_000);
  expect(served(budget, 1, { session: null, address: "10.0.0.2" })).toBe(1);
});
