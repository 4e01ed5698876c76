import { expect, it } from "vitest";
import { agoText } from "./useAgoText.ts";

it.each([
  [0, "0 sec ago"],
  [59, "59 sec ago"],
  [119, "1 min ago"],
  [7_200, "2 hr ago"],
  [200_000, "2 days ago"],
])("%i seconds", (agoS, said) => {
  expect(agoText(agoS, "en")).toBe(said);
});
