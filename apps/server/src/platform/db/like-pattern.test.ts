import { expect, it } from "vitest";
import { containing } from "./like-pattern.ts";

it.each([
  ["kidney", "%kidney%"],
  ["", "%%"],
  ["100%", "%100\\%%"],
  ["a_b", "%a\\_b%"],
  ["c:\\d", "%c:\\\\d%"],
])("%j is searched as %j", (part, pattern) => {
  expect(containing(part)).toBe(pattern);
});
