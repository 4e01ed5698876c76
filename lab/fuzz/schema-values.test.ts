import { expect, it } from "vitest";
import { seededRandom } from "./random.ts";
import { type Schema, valueOfSchema } from "./schema-values.ts";

const valuesOf = (schema: Schema, count = 300): unknown[] =>
  Array.from({ length: count }, (_, number) => valueOfSchema(schema, seededRandom(`${number}`), [4711]));

it("a number is chosen at the limits, on both sides of them, and from known IDs", () => {
  const values = valuesOf({ type: "integer", minimum: 1, maximum: 10 });
  for (const due of [0, 1, 2, 9, 10, 11, 4711, 2 ** 31]) expect(values).toContain(due);
  expect(values.every(Number.isInteger)).toBe(true);
});

it("a text has exactly the allowed number of characters, or one more", () => {
  const lengths = valuesOf({ type: "string", minLength: 3, maxLength: 40 }).map((text) => String(text).length);
  for (const due of [2, 3, 40, 41]) expect(lengths).toContain(due);
});

it("an object has its required fields, and sometimes its optional ones", () => {
  const schema = { type: "object", properties: { a: { type: "boolean" }, b: { const: 7 } }, required: ["a"] } as const;
  const values = valuesOf(schema) as { a?: boolean; b?: number }[];
  expect(values.every((value) => typeof value.a === "boolean")).toBe(true);
  expect(values.some(({ b }) => b === 7) && values.some(({ b }) => b === undefined)).toBe(true);
});

it("each alternative is used, and a recursive schema ends", () => {
  const tree: Schema = {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#" } } },
    required: ["children"],
  };
  expect(() => valuesOf(tree, 20)).not.toThrow();
  const values = new Set(valuesOf({ anyOf: [{ const: 1 }, { enum: ["a", "b"] }, { type: "null" }] }));
  expect(values).toEqual(new Set([1, "a", "b", null]));
});

it("a list has at most 30 elements, whatever its schema allows", () => {
  const lengths = valuesOf({ type: "array", items: { type: "null" }, maxItems: 100_000 }).map(
    (list) => (list as []).length,
  );
  expect(Math.max(...lengths)).toBe(30);
});
