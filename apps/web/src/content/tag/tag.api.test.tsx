// @vitest-environment happy-dom
/** Tags of more items than one call accepts. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useCountedTags, useSetTag } from "./tag.api.ts";

const showFailure = vi.hoisted(() => vi.fn());
vi.mock("#platform/failure-toast.ts", () => ({ showFailure }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const itemIds = Array.from({ length: 800 }, (_, index) => index + 1);
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

/** @param answers one for each call; null: it fails. @returns the number of items of each call. */
function serve(answers: readonly unknown[]): number[] {
  const counts: number[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const answer = answers[counts.length] ?? null;
    counts.push((JSON.parse(String(init.body)) as { itemIds: readonly number[] }).itemIds.length);
    return answer === null ? Response.json({ message: "Away." }, { status: 500 }) : Response.json(answer);
  });
  return counts;
}

it("they are counted over all items", async () => {
  const counts = serve([
    [
      { tag: "kidney", count: 500 },
      { tag: "liver", count: 1 },
    ],
    [
      { tag: "liver", count: 299 },
      { tag: "skin", count: 1 },
    ],
  ]);
  const { result } = renderHook(() => useCountedTags(itemIds), { wrapper });
  await waitFor(() => expect(result.current.data).toBeDefined());
  expect(counts).toEqual([500, 300]);
  expect(result.current.data).toEqual([
    { tag: "kidney", count: 500 },
    { tag: "liver", count: 300 },
    { tag: "skin", count: 1 },
  ]);
});

it("reports the tags added before a call failed, so that they can be removed", async () => {
  serve([{ changedIds: [1, 2] }, null]);
  const { result } = renderHook(() => useSetTag(), { wrapper });
  expect(await result.current.mutateAsync({ itemIds, tag: "kidney", isOn: true })).toEqual([1, 2]);
  expect(showFailure).toHaveBeenCalledOnce();
});
