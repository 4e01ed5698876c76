import { describe, expect, it } from "vitest";
import { pageNumber, searchText } from "./list-query.ts";

describe("the page of a list", () => {
  it("is the first by default", () => expect(pageNumber.parse(undefined)).toBe(1));

  it.each([
    ["1", 1],
    ["999999", 999_999],
  ])("%s is %i", (text, number) => expect(pageNumber.parse(text)).toBe(number));

  it.each(["0", "-1", "01", "1.5", "1e2", " 1", "", "1000000", "first"])("%o is rejected with the reason", (text) => {
    expect(pageNumber.safeParse(text).error?.issues[0]?.message).toBe("a page is a positive whole number");
  });
});

it("a search text is trimmed, and empty by default", () => {
  expect([searchText.parse(undefined), searchText.parse(" kidney ")]).toEqual(["", "kidney"]);
  expect(searchText.safeParse("x".repeat(201)).success).toBe(false);
});
