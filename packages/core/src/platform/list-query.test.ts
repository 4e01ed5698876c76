import { describe, expect, it } from "vitest";
import { pageNumber, pageNumberText, searchText } from "./list-query.ts";

describe("the page of a list", () => {
  it("is the first by default", () => {
    expect([pageNumberText.parse(undefined), pageNumber.parse(undefined)]).toEqual([1, 1]);
  });

  it.each([
    ["1", 1],
    ["999999", 999_999],
  ])("%s is %i", (text, number) =>
    expect([pageNumberText.parse(text), pageNumber.parse(number)]).toEqual([number, number]),
  );

  it.each(["0", "-1", "01", "1.5", "1e2", " 1", "", "1000000", "first"])("%o is rejected with the reason", (text) => {
    expect(pageNumberText.safeParse(text).error?.issues[0]?.message).toBe("a page is a positive whole number");
  });

  it.each([0, -1, 1.5, "1", null])("%o is rejected in a body with the reason", (value) => {
    expect(pageNumber.safeParse(value).error?.issues[0]?.message).toBe("a page is a positive whole number");
  });

  it("is the 999,999th at most in a body too", () => expect(pageNumber.safeParse(1_000_000).success).toBe(false));
});

it("a search text is trimmed, and empty by default", () => {
  expect([searchText.parse(undefined), searchText.parse(" kidney ")]).toEqual(["", "kidney"]);
  expect(searchText.safeParse("x".repeat(201)).success).toBe(false);
});
