// @vitest-environment happy-dom
/** Refresh interval of the results: 5 s while the page is visible, longer while it is hidden. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { HIDDEN_MS, LIVE_MS, useResults } from "./quiz-results.api.ts";
import { readResultSearch } from "./result-search.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("every 5 s while visible, even if nobody takes the quiz, every 30 s hidden, and immediately when shown again", async () => {
  vi.useFakeTimers();
  let requestCount = 0;
  vi.stubGlobal("fetch", async () => {
    requestCount += 1;
    return Response.json({ counts: { started: 0 } });
  });
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  const turn = (to: DocumentVisibilityState) =>
    act(async () => {
      state.mockReturnValue(to);
      document.dispatchEvent(new Event("visibilitychange"));
      window.dispatchEvent(new Event("visibilitychange"));
      await vi.advanceTimersByTimeAsync(0);
    });
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { unmount } = renderHook(() => useResults(7, readResultSearch({})), { wrapper });
  const passMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await passMs(10);
  expect(requestCount).toBe(1);
  await passMs(2 * LIVE_MS);
  expect([LIVE_MS, requestCount]).toEqual([5_000, 3]);
  await turn("hidden");
  await passMs(2 * LIVE_MS);
  expect(requestCount).toBe(3);
  await passMs(HIDDEN_MS);
  expect(requestCount).toBe(4);
  await turn("visible");
  await passMs(10);
  expect(requestCount).toBe(5);
  unmount();
});
