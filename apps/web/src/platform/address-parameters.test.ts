import { expect, it } from "vitest";
import { readId, withParameter } from "./address-parameters.ts";

it("a value replaces the previous one", () =>
  expect(withParameter("?colour=1,2,3&view=4,5", "colour", "6")).toBe("?view=4,5&colour=6"));

it("only a positive integer of up to fifteen digits is an ID", () => {
  expect(["7", "123456789012345"].map(readId)).toEqual([7, 123456789012345]);
  for (const text of [null, "", "0", "07", "x", "1e3", "-1", "1234567890123456"]) expect(readId(text)).toBeNull();
});
