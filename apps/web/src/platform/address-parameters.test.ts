import { expect, it } from "vitest";
import { readId, readPageNumber, withParameter } from "./address-parameters.ts";

it("a value replaces the previous one", () =>
  expect(withParameter("?colour=1,2,3&view=4,5", "colour", "6")).toBe("?view=4,5&colour=6"));

it("only a positive integer of up to fifteen digits is an ID", () => {
  expect(["7", "123456789012345"].map(readId)).toEqual([7, 123456789012345]);
  for (const value of [null, undefined, 7, "", "0", "07", "x", "1e3", "-1", "1234567890123456"])
    expect(readId(value)).toBeNull();
});

it("the page of a list is the first if the parameter is missing or invalid, or beyond the last", () => {
  expect([readPageNumber("3"), readPageNumber("500", 500), readPageNumber("999999")]).toEqual([3, 500, 999_999]);
  for (const value of [undefined, 3, "", "0", "03", "1e3", "-1", "1000000"]) expect(readPageNumber(value)).toBe(1);
  expect(readPageNumber("501", 500)).toBe(1);
});
