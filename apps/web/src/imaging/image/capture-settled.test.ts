import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { THUMBNAIL_CAPTURE_DELAY_MS, THUMBNAIL_SIZE, viewAtRest } from "./capture-settled.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a thumbnail is taken 200 ms after the view has settled: each move restarts the wait", async () => {
  let move = (): void => {};
  let isListening = false;
  const on = ((_name: string, listener: () => void) => {
    move = listener;
    isListening = true;
    return () => {
      isListening = false;
    };
  }) as SlideViewer["on"];
  let isAtRest = false;
  void viewAtRest({ on }).then(() => {
    isAtRest = true;
  });
  await vi.advanceTimersByTimeAsync(THUMBNAIL_CAPTURE_DELAY_MS - 1);
  move();
  await vi.advanceTimersByTimeAsync(THUMBNAIL_CAPTURE_DELAY_MS - 1);
  expect(isAtRest).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([isAtRest, isListening]).toEqual([true, false]);
});

it("a thumbnail is 16:10", () => expect(THUMBNAIL_SIZE.width / THUMBNAIL_SIZE.height).toBe(1.6));
