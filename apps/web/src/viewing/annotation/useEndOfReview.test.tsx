// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { isConfirmationSkipped, resetConfirmations, skipConfirmation } from "./skipped-confirmations.ts";
import { useEndOfReview } from "./useEndOfReview.ts";

const goTo = (address: string): void => window.history.replaceState(null, "", address);

afterEach(() => {
  cleanup();
  resetConfirmations();
  goTo("/");
});

/** @returns whether conversions still need no confirmation, after a review at the first URL has ended at the second. */
function isSkippedAfter(from: string, to: string): boolean {
  goTo(from);
  const { unmount } = renderHook(() => useEndOfReview());
  skipConfirmation("convert");
  goTo(to);
  unmount();
  return isConfirmationSkipped("convert");
}

it("a review that continues on another slide still needs no confirmation there", () => {
  expect(isSkippedAfter("/s1/course2/i9/?review=1", "/s1/course2/i10/?annotation=4&review=1")).toBe(true);
});

it("conversions need confirmation again after it was closed, or the reviewer went elsewhere", () => {
  expect(isSkippedAfter("/s1/course2/i9/?annotation=4&review=1", "/s1/course2/i9/?annotation=4&review=1")).toBe(false);
  expect(window.location.search).toBe("?annotation=4");
  expect(isSkippedAfter("/s1/course2/i9/", "/s1/course2/i9/")).toBe(false);
  expect(isSkippedAfter("/s1/course2/i9/?review=1", "/s1/")).toBe(false);
});
