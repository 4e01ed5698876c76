import { expect, it } from "vitest";
import { seededRandom } from "./random.ts";

const first = (seed: string, count = 1_000) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

it("the same seed gives the same numbers, another gives others", () => {
  expect(first("1 PUT /v2/x 0")).toEqual(first("1 PUT /v2/x 0"));
  expect(first("1 PUT /v2/x 0")).not.toEqual(first("1 PUT /v2/x 1"));
});

it("numbers are from 0 to 1 and cover that range", () => {
  const numbers = first("7");
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  for (let tenth = 0; tenth < 10; tenth += 1)
    expect(numbers.some((number) => Math.floor(number * 10) === tenth)).toBe(true);
});

it("every value is picked eventually, and nothing from an empty list", () => {
  const random = seededRandom("1");
  expect(new Set(Array.from({ length: 200 }, () => random.pick([1, 2, 3, 4, 5]))).size).toBe(5);
  expect(() => random.pick([])).toThrow();
});
