// @vitest-environment happy-dom
import { ANNOTATION_FILTERS } from "@parfocal/core/annotation/annotation-filter.ts";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FILTER_OF_SPACE, spaceOfFilter, useSectionOpen } from "./sidebar-space.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

it("My space sets the filter to mine, Group space to workgroup, Expert to expert", () =>
  expect(FILTER_OF_SPACE).toEqual({ my: "mine", group: "workgroup", expert: "expert" }));

const spaces: Record<string, string> = { mine: "my", workgroup: "group" };
for (const filter of ANNOTATION_FILTERS) {
  it(`the filter ${filter} is shown in ${spaces[filter] ?? "expert"}`, () =>
    expect(spaceOfFilter(filter)).toBe(spaces[filter] ?? "expert"));
}

it("the open sections of Expert are stored in local storage, and read from there by the next page", () => {
  const sections = () => renderHook(() => useSectionOpen("expert", "notes"));
  const page = sections();
  expect(page.result.current[0]).toBe(false);
  act(() => page.result.current[1](true));
  page.unmount();
  expect([Object.values({ ...localStorage }), sessionStorage.length]).toEqual([["open"], 0]);
  expect(sections().result.current[0]).toBe(true);
  localStorage.clear();
  expect(sections().result.current[0]).toBe(false);
});
