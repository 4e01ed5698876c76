import { describe, expect, it } from "vitest";
import { changesAfterSaving, realChanges } from "./draft-changes.ts";

interface Values {
  readonly title: string;
  readonly tags: readonly string[];
  readonly size: number | null;
}
const saved: Values = { title: "Kidney", tags: ["organ"], size: null };

describe("actual changes", () => {
  const cases: [what: string, changes: Partial<Values>, real: Partial<Values>][] = [
    ["none", {}, {}],
    ["another title", { title: "Liver" }, { title: "Liver" }],
    ["the same title", { title: "Kidney" }, {}],
    ["the same list, another array", { tags: ["organ"] }, {}],
    ["a longer list", { tags: ["organ", "HE"] }, { tags: ["organ", "HE"] }],
    ["an emptied list", { tags: [] }, { tags: [] }],
    ["a number instead of null", { size: 0 }, { size: 0 }],
    ["a field of another content type", { colour: "red" } as Partial<Values>, {}],
    ["a field named toString", { toString: 1 } as unknown as Partial<Values>, {}],
  ];
  for (const [what, changes, real] of cases) it(what, () => expect(realChanges(saved, changes)).toEqual(real));
});

it("a field that was changed again while it was being saved is still a change", () => {
  expect(changesAfterSaving<Values>({ title: "Lung", size: 2 }, { title: "Liver", size: 2 })).toEqual({
    title: "Lung",
  });
});

it("the order of an object's fields does not matter", () => {
  const layout = { layout: { columns: 2, rows: 1 } };
  expect(realChanges(layout, { layout: { rows: 1, columns: 2 } })).toEqual({});
});
