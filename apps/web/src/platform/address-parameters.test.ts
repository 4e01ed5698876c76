import { expect, it } from "vitest";
import { readId, withParameter } from "./address-parameters.ts";

it("a value takes the place of the former one", () =>
  expect(withParameter("?colour=1,2,3&view=4,5", "colour", "6")).toBe("?view=4,5&colour=6"));

it("an ID is a positive whole number of up to fifteen digits, and nothing else", () => {
  expect(["7", "123456789012345"].map(readId)).toEqual([7, 123456789012345]);
  for (const text of [null, "", "0", "07", "x", "1e3", "-1", "1234567890123456"]) expect(readId(text)).toBeNull();
});
