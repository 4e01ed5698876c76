// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepChanges, readStoredChanges } from "./draft-store.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

it("changes are restored after a reload, separately for each item", () => {
  keepChanges("1-2-course-3", { title: "Liver" });
  keepChanges("1-2-course-4", { title: "Lung" });
  expect(readStoredChanges("1-2-course-3")).toEqual({ title: "Liver" });
});

it("no changes leave nothing in the storage", () => {
  keepChanges("1-2-course-3", { title: "Liver" });
  keepChanges("1-2-course-3", {});
  expect(localStorage.length).toBe(0);
});

for (const text of ["[1]", "null", "7", "{", '"x"']) {
  it(`invalid content of the storage is ignored: ${text}`, () => {
    localStorage.setItem("parfocal-draft-k", text);
    expect(readStoredChanges("k")).toEqual({});
  });
}

it("a full storage does not break the page", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => keepChanges("k", { title: "Liver" })).not.toThrow();
});
