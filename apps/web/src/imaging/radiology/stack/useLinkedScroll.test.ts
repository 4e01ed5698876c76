// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Stack } from "./stack.ts";
import { useLinkedScroll } from "./useLinkedScroll.ts";

afterEach(cleanup);

/** A stack that has only a position. */
function stackAt(index: number, count: number) {
  const listeners = new Set<() => void>();
  let at = index;
  const stack = {
    look: () => ({ index: at, count }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async goTo(target: number) {
      at = Math.min(count - 1, Math.max(0, target));
      for (const listener of listeners) listener();
    },
  };
  return stack as unknown as Stack;
}

it("two stacks scroll by the same number of images, part at an end, and meet again; unlinked, each scrolls alone", () => {
  const [left, right] = [stackAt(10, 40), stackAt(3, 20)];
  const places = () => [left.look().index, right.look().index];
  const { rerender } = renderHook(({ isOn }) => useLinkedScroll(left, right, isOn), { initialProps: { isOn: true } });
  void left.goTo(14);
  expect(places()).toEqual([14, 7]);
  void right.goTo(5);
  expect(places()).toEqual([12, 5]);
  void left.goTo(39);
  expect(places()).toEqual([39, 19]);
  void left.goTo(20);
  expect(places()).toEqual([20, 13]);
  rerender({ isOn: false });
  void left.goTo(0);
  expect(places()).toEqual([0, 13]);
});
