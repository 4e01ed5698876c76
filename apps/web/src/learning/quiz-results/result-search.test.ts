import { describe, expect, it } from "vitest";
import { FIRST_RESULTS, type ResultSearch, readResultSearch, sortedBy, writeResultSearch } from "./result-search.ts";

describe("the URL of the results", () => {
  it("contains the search, without default values", () => {
    const search: ResultSearch = {
      q: "ada",
      state: "started",
      attempt: "best",
      sort: "score",
      direction: "desc",
      page: 3,
    };
    expect(readResultSearch(writeResultSearch(search))).toEqual(search);
    expect(writeResultSearch(FIRST_RESULTS)).toEqual({});
  });

  it("ignores invalid values", () => {
    expect(readResultSearch({ quiz: "3", sort: "shoes", state: 1, page: "-2", direction: "up" })).toEqual(
      FIRST_RESULTS,
    );
  });
});

describe("sorting", () => {
  it("by another column starts with the most points or the latest submission, otherwise ascending", () => {
    expect(sortedBy({ ...FIRST_RESULTS, page: 4 }, "score")).toMatchObject({
      sort: "score",
      direction: "desc",
      page: 1,
    });
    expect(sortedBy(FIRST_RESULTS, "started")).toMatchObject({ direction: "asc" });
  });

  it("by the same column reverses the direction", () => {
    expect(sortedBy(FIRST_RESULTS, "name").direction).toBe("desc");
    expect(sortedBy({ ...FIRST_RESULTS, direction: "desc" }, "name").direction).toBe("asc");
  });
});
