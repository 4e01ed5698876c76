// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { useRefreshMedia } from "./media.api.ts";

afterEach(cleanup);

it("a search that began before a file was added is requested again", async () => {
  const client = new QueryClient();
  const answers: ((titles: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve));
  const { result } = renderHook(
    () => ({ refresh: useRefreshMedia(), search: useQuery({ queryKey: ["media", "search", "mbox"], queryFn }) }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(answers).toHaveLength(1));
  void result.current.refresh();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(["one"]);
  answers[1]?.(["one", "two"]);
  await waitFor(() => expect(result.current.search.data).toEqual(["one", "two"]));
});
