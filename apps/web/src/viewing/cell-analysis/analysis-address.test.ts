import { expect, it } from "vitest";
import { readAnalysisAddress, withAnalysisAddress } from "./analysis-address.ts";

it("a result is added to the URL beside the view, read from it, and removed", () => {
  const search = withAnalysisAddress("?view=1,2,3,0&annotation=4", 7);
  expect(search).toBe("?view=1,2,3,0&annotation=4&analysis=7");
  expect(readAnalysisAddress(search)).toBe(7);
  expect(withAnalysisAddress(search, 8)).toBe("?view=1,2,3,0&annotation=4&analysis=8");
  expect(withAnalysisAddress(search, null)).toBe("?view=1,2,3,0&annotation=4");
  expect(withAnalysisAddress("?analysis=7", null)).toBe("");
});

it("a value that is not a result number selects none", () => {
  for (const search of ["", "?analysis=", "?analysis=0", "?analysis=x", "?analysis=1e3", "?analysis=1234567890123456"])
    expect(readAnalysisAddress(search)).toBeNull();
});
