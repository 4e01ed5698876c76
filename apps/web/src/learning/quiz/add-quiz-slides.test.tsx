// @vitest-environment happy-dom
/** Slides that are added to a quiz are in it once, also after a retry. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useAddQuizSlides } from "./quiz.api.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server that executes an action once for each key. @param failing the call that fails, starting at 1. */
function serverWithQuiz(failing: number) {
  const slides: { id: number; itemId: number }[] = [];
  const answers = new Map<string, string>();
  let calls = 0;
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    calls += 1;
    if (calls === failing) return Response.json({ message: "no", data: [] }, { status: 500 });
    const key = new Headers(init.headers).get("idempotency-key") ?? "";
    const { itemId } = JSON.parse(String(init.body)) as { itemId: number };
    if (!answers.has(key)) {
      slides.push({ id: 100 + slides.length, itemId });
      answers.set(key, JSON.stringify({ slides }));
    }
    return new Response(answers.get(key));
  });
  return { itemIds: () => slides.map(({ itemId }) => itemId) };
}

function renderAdding() {
  const client = new QueryClient();
  return renderHook(() => useAddQuizSlides(7), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
}

const CHOSEN = [1, 2, 3, 4].map((id) => ({ id, kind: "image" as const }));

it("after a retry the slides added before the failure are not added twice", async () => {
  const server = serverWithQuiz(3);
  const { result } = renderAdding();
  await act(async () => expect(await result.current.mutateAsync(CHOSEN).catch(() => "failed")).toBe("failed"));
  expect(server.itemIds()).toEqual([1, 2]);
  await act(async () => expect(await result.current.mutateAsync(CHOSEN)).toMatchObject({ itemId: 4 }));
  expect(server.itemIds()).toEqual([1, 2, 3, 4]);
});

it("an added slide can be added again", async () => {
  const server = serverWithQuiz(0);
  const { result } = renderAdding();
  for (let times = 0; times < 2; times += 1)
    await act(async () => void (await result.current.mutateAsync(CHOSEN.slice(0, 1))));
  expect(server.itemIds()).toEqual([1, 1]);
});
