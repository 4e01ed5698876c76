/** docs/scale.md: its tables are those of bench/scale.ts, with unit costs from the files that it names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeScale, needsOf, UNITS } from "../bench/scale.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

it("the document has the tables that the script prints", () => {
  expect(read("docs/scale.md")).toContain(`\n\n${describeScale()}\n\n`);
});

it.each(Object.entries(UNITS))("%s matches the file it comes from", (_name, { value, source, file }) => {
  expect(read(file)).toContain(source);
  // A search is given in units of 7 ms.
  const figures = (source.match(/\d[\d.]*/g) ?? []).flatMap((text) => [Number(text), Math.round(Number(text) * 7)]);
  expect(figures).toContain(value);
});

it("twice the people need twice the bandwidth, and at least as many cores", () => {
  const [one, two] = [needsOf({ learners: 10_000, examinees: 500 }), needsOf({ learners: 20_000, examinees: 1_000 })];
  expect(two.mbitPerSecond / one.mbitPerSecond).toBeCloseTo(2);
  expect(two.serverCores).toBeGreaterThanOrEqual(one.serverCores);
});
