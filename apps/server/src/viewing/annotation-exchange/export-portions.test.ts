import { EXPORT_MAX_BYTES } from "@parfocal/core/annotation-exchange/import-limits.ts";
import { expect, it } from "vitest";
import { portionsOf } from "./export-portions.ts";

const KIB = 1024;
const rows = (count: number, bytes: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1, bytes }));

const cases: [what: string, given: ReturnType<typeof rows>, sizes: number[]][] = [
  ["no annotations", [], []],
  ["small annotations, by their number", rows(1_100, 20), [500, 500, 100]],
  ["large annotations, by their bytes", rows(5, 250 * KIB), [2, 2, 1]],
  [
    "a large annotation among small ones",
    [...rows(2, 20), { id: 3, bytes: 600 * KIB }, { id: 4, bytes: 20 }],
    [2, 1, 1],
  ],
  ["the maximum bytes of a file", rows(2, EXPORT_MAX_BYTES / 2), [1, 1]],
];
for (const [what, given, sizes] of cases) {
  it(`${what}: batches of ${sizes.join(", ") || "none"}`, () => {
    const portions = portionsOf(given);
    expect(portions.map(({ length }) => length)).toEqual(sizes);
    expect(portions.flat()).toEqual(given.map(({ id }) => id));
  });
}

it("more bytes than a file may have are rejected with a message", () => {
  expect(() => portionsOf([...rows(2, EXPORT_MAX_BYTES / 2), { id: 3, bytes: 1 }])).toThrow(
    expect.objectContaining({ kind: "tooLarge", message: expect.stringMatching(/256 MB.*one author/) }),
  );
});
