import type { FieldType } from "@parfocal/core/item/field-type-names.ts";
import { describe, expect, it } from "vitest";
import { hasNextPage, readScope, scopeAddress, scopeQuery } from "./batch-scope.ts";
import { type BatchField, countProcessed, problemOf, savedCells, splitChanges } from "./batch-values.ts";
import { enteredValue } from "./entered-value.ts";

const field = (id: number, change: Partial<BatchField> = {}): BatchField => ({
  id,
  title: "Organ",
  fieldType: "text",
  isRequired: false,
  isSystem: false,
  isPrimary: false,
  defaultValues: [],
  ...change,
});
const ORGAN = field(1, { isRequired: true });
const AGE = field(2, { fieldType: "number" });

const problems: [field: BatchField, value: string, problem: string | null][] = [
  [ORGAN, " ", "missing"],
  [ORGAN, "Kidney", null],
  [field(1, { isRequired: true, isSystem: true }), "", null],
  [AGE, "", null],
  [AGE, "many", "misfit"],
  [AGE, " 4,5 ", null],
];
describe("problems that prevent saving a value", () => {
  for (const [one, value, problem] of problems)
    it(`${one.fieldType}, required ${one.isRequired}, system ${one.isSystem}: ${JSON.stringify(value)} is ${problem}`, () =>
      expect(problemOf(one, value)).toBe(problem));
});

describe("changed slides", () => {
  const fields = [ORGAN, AGE];
  const split = (changes: Record<string, string>, saved: Record<string, string> = {}) =>
    splitChanges([10, 11, 12], fields, { changes, values: { ...saved, ...changes } });
  it("that are complete are ready, the others wait for their empty required fields", () => {
    const { ready, problems: waiting } = split({ "10.1": "Kidney", "10.2": "4", "11.2": "5" });
    expect(ready).toEqual([
      { itemId: 10, fieldId: 1, value: "Kidney" },
      { itemId: 10, fieldId: 2, value: "4" },
    ]);
    expect([...waiting]).toEqual([["11.1", "missing"]]);
  });
  it("with an invalid value wait too", () =>
    expect([...split({ "10.2": "many" }, { "10.1": "Kidney" }).problems]).toEqual([["10.2", "misfit"]]));
  it("that have no changes do not block saving", () => expect(split({ "10.1": "Kidney" }).problems.size).toBe(0));
});

it("processed slides are those with a saved value and all required ones", () => {
  const saved = savedCells(
    [
      { id: 10, values: [{ fieldId: 1, value: "Kidney" }] },
      { id: 11, values: [{ fieldId: 2, value: "5" }] },
      { id: 12, values: [] },
    ],
    [ORGAN, AGE],
  );
  expect(saved["12.2"]).toBe("");
  expect(countProcessed([10, 11, 12], [ORGAN, AGE], saved)).toBe(1);
  expect(countProcessed([10, 11, 12], [AGE], saved)).toBe(1);
});

const entered: [type: FieldType, text: string, value: string][] = [
  ["text", "  Kidney ", "Kidney"],
  ["select", "kidney", "Kidney"],
  ["select", "Lung", "Lung"],
  ["country", "Österreich", "AT"],
  ["country", "austria", "AT"],
  ["country", "at", "AT"],
  ["country", "Atlantis", "Atlantis"],
  ["date", "3.2.2026", "2026-02-03"],
  ["date", "2026-02-03", "2026-02-03"],
  ["tags", "a,b ,, a", "a, b"],
  ["number", " 4,5", "4,5"],
];
describe("a pasted value", () => {
  for (const [fieldType, text, value] of entered)
    it(`${fieldType} ${JSON.stringify(text)} -> ${value}`, () =>
      expect(enteredValue({ fieldType, defaultValues: ["Kidney", "Liver"] }, text, "de")).toBe(value));
});

describe("the URL of a batch", () => {
  const IDS = Array.from({ length: 23 }, (_, index) => index + 1);
  it("contains the slides, and is parsed again", () => {
    const address = scopeAddress(1, { slideIds: IDS, page: 2 });
    const scope = readScope(Object.fromEntries(new URL(address, "http://x").searchParams));
    expect(scope).toEqual({ folderId: null, slideIds: IDS, query: "", page: 2 });
    expect(scope && scopeQuery(scope)).toEqual({ q: "", slides: "21,22,23" });
    expect(scope && hasNextPage(scope, 3)).toBe(false);
  });
  it("of a folder requests its page, and further pages while they are full", () => {
    const scope = { folderId: 7, slideIds: [], query: "PAS", page: 1 };
    expect(scopeQuery(scope)).toEqual({ q: "PAS", folder: 7, page: 1 });
    expect([hasNextPage(scope, 20), hasNextPage(scope, 19)]).toEqual([true, false]);
  });
  it("without `fill` belongs to the custom fields", () => expect(readScope({ folder: "7" })).toBeNull());
});
