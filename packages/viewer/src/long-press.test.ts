import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startLongPress } from "./long-press.ts";

const DELAY_MS = 500;
let paint: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => {
    paint = act;
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", () => {
    paint = undefined;
  });
});
afterEach(() => {
  paint = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("is triggered in the frame after its delay", () => {
  const act = vi.fn();
  startLongPress(act, DELAY_MS);
  vi.advanceTimersByTime(DELAY_MS - 1);
  expect(paint).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(act).not.toHaveBeenCalled();
  paint?.();
  expect(act).toHaveBeenCalledOnce();
});

it("is cancelled by a release that a busy page delivers only after the delay", () => {
  const act = vi.fn();
  const end = startLongPress(act, DELAY_MS);
  vi.advanceTimersByTime(DELAY_MS);
  end();
  paint?.();
  expect(act).not.toHaveBeenCalled();
});

it("is cancelled before its delay", () => {
  const act = vi.fn();
  const end = startLongPress(act, DELAY_MS);
  end();
  vi.advanceTimersByTime(2 * DELAY_MS);
  paint?.();
  expect(act).not.toHaveBeenCalled();
});
