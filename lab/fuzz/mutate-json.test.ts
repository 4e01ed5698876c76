import { describe, expect, it } from "vitest";
import { JSON_MUTATIONS, placesOf, writeWith } from "./mutate-json.ts";
import { seededRandom } from "./random.ts";

const VALUE = { title: "Kidney", tags: ["a", "b"], at: { x: 1, y: null } };

it("every position of a value is found, the root first", () => {
  expect(placesOf(VALUE)).toEqual([
    [],
    ["title"],
    ["tags"],
    ["tags", 0],
    ["tags", 1],
    ["at"],
    ["at", "x"],
    ["at", "y"],
  ]);
});

it("a value written at a position is there, and the rest is unchanged", () => {
  for (const place of placesOf(VALUE).slice(1)) {
    const text = writeWith(VALUE, place, () => '"changed"');
    expect(placesOf(JSON.parse(text)).length).toBeLessThanOrEqual(placesOf(VALUE).length);
    expect(text.split('"changed"')).toHaveLength(2);
  }
  expect(writeWith(VALUE, [], () => "7")).toBe("7");
});

describe("each mutation", () => {
  for (const { name, apply } of JSON_MUTATIONS)
    it(`${name}: changes the value, in the same way for the same seed`, () => {
      const texts = Array.from({ length: 50 }, (_, number) => apply(VALUE, seededRandom(`${name} ${number}`)));
      expect(texts.every((text) => typeof text === "string")).toBe(true);
      expect(texts.some((text) => text !== JSON.stringify(VALUE))).toBe(true);
      expect(Array.from({ length: 50 }, (_, number) => apply(VALUE, seededRandom(`${name} ${number}`)))).toEqual(texts);
    });

  for (const value of [{}, [], null, 7, "text", undefined])
    it(`accepts ${JSON.stringify(value)} too`, () => {
      for (const { name, apply } of JSON_MUTATIONS)
        for (let number = 0; number < 20; number += 1)
          expect(typeof apply(value ?? {}, seededRandom(`${name} ${number}`))).toBe("string");
    });
});

it("a duplicate key is duplicate in the text", () => {
  const twice = JSON_MUTATIONS.find(({ name }) => name === "a key twice");
  const text = twice?.apply({ title: "Kidney" }, seededRandom("1")) ?? "";
  expect(text.match(/"title":/g)).toHaveLength(2);
});
