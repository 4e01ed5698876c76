import { describe, expect, it } from "vitest";
import type { Schema } from "./schema-values.ts";
import { differencesFrom } from "./undeclared-fields.ts";

const ANNOTATION: Schema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    title: { type: "string" },
    zoom: { anyOf: [{ type: "number" }, { type: "null" }] },
    review: {
      type: "object",
      properties: { state: { enum: ["accepted"] } },
      required: ["state"],
      additionalProperties: false,
    },
  },
  required: ["id", "title"],
  additionalProperties: false,
};

const cases: readonly (readonly [what: string, answer: unknown, differences: readonly string[]])[] = [
  ["what is declared", { id: 1, title: "A", zoom: null }, []],
  ["a field that is not", { id: 1, title: "A", passwordHash: "x" }, ["answer.passwordHash: is not declared"]],
  [
    "one further in",
    { id: 1, title: "A", review: { state: "accepted", by: 3 } },
    ["answer.review.by: is not declared"],
  ],
  ["a missing one", { id: 1 }, ["answer.title: is missing"]],
  ["another type", { id: "1", title: "A" }, ["answer.id: is not integer"]],
  ["none of the choices", { id: 1, title: "A", zoom: "2" }, ["answer.zoom: is not number"]],
  ["no object", [], ["answer: is not object"]],
];
for (const [what, answer, differences] of cases)
  it(`${what}: ${differences.join() || "no difference"}`, () => {
    expect(differencesFrom(ANNOTATION, answer)).toEqual(differences);
  });

describe("a list", () => {
  it("is checked, and at most five differences are reported", () => {
    const list: Schema = { type: "array", items: ANNOTATION };
    expect(differencesFrom(list, [{ id: 1, title: "A" }])).toEqual([]);
    expect(
      differencesFrom(
        list,
        Array.from({ length: 9 }, () => ({})),
      ),
    ).toHaveLength(5);
  });
});

describe("a record", () => {
  const record: Schema = { type: "object", additionalProperties: { type: "integer" } };
  it("can have any names, and values of its type", () => {
    expect(differencesFrom(record, { a: 1, b: 2 })).toEqual([]);
    expect(differencesFrom(record, { a: "1" })).toEqual(["answer.a: is not integer"]);
  });
});
