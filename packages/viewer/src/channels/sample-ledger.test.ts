import { expect, it } from "vitest";
import { createSampleLedger } from "./sample-ledger.ts";

it("the least recently used samples make room for new ones", () => {
  const ledger = createSampleLedger(30);
  expect([ledger.note("a", 10), ledger.note("b", 10), ledger.note("c", 10)]).toEqual([[], [], []]);
  expect(ledger.note("a", 10)).toEqual([]);
  expect(ledger.note("d", 15)).toEqual(["b", "c"]);
  expect(["a", "b", "c", "d"].filter((key) => ledger.has(key))).toEqual(["a", "d"]);
});

it("samples larger than the limit are kept until others are added", () => {
  const ledger = createSampleLedger(30);
  ledger.note("a", 10);
  expect(ledger.note("large", 99)).toEqual(["a"]);
  expect(ledger.has("large")).toBe(true);
  expect(ledger.note("b", 1)).toEqual(["large"]);
});

it("samples that could not be decoded free their space", () => {
  const ledger = createSampleLedger(30);
  ledger.note("broken", 30);
  ledger.forget("broken");
  ledger.forget("never there");
  expect([ledger.has("broken"), ledger.note("a", 30)]).toEqual([false, []]);
});
