// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSlideSwitches } from "./useSlideSwitches.ts";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (widthPx: number) => {
  vi.stubGlobal("innerWidth", widthPx);
  return renderHook(() => useSlideSwitches()).result;
};

it("tools have labels on wide screens until the user chooses otherwise; the choice is stored", () => {
  expect([open(1440).current.areLabelsOn, open(1920).current.areLabelsOn]).toEqual([false, true]);
  const page = open(1440);
  act(() => page.current.toggleLabels());
  expect([page.current.areLabelsOn, open(1366).current.areLabelsOn]).toEqual([true, true]);
  act(() => page.current.toggleLabels());
  expect(open(1920).current.areLabelsOn).toBe(false);
});
