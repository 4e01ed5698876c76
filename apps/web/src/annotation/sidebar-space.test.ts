import { ANNOTATION_FILTERS } from "@parfocal/core/annotation/annotation-filter.ts";
import { expect, it } from "vitest";
import { FILTER_OF_SPACE, spaceOfFilter } from "./sidebar-space.ts";

it("My space sets the filter to mine, Group space to workgroup, Expert to expert", () =>
  expect(FILTER_OF_SPACE).toEqual({ my: "mine", group: "workgroup", expert: "expert" }));

const spaces: Record<string, string> = { mine: "my", workgroup: "group" };
for (const filter of ANNOTATION_FILTERS) {
  it(`the filter ${filter} is shown in ${spaces[filter] ?? "expert"}`, () =>
    expect(spaceOfFilter(filter)).toBe(spaces[filter] ?? "expert"));
}
