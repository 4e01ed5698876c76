// @vitest-environment happy-dom
/** Pickers offer images, cases, attachments and questions by page, text and folder (spec part 1, sections 2 and 7). */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { useOffered } from "./picker.api.ts";
import type { PickedKind } from "./picker-item.ts";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

const PAGE_SIZE = 30;
const card = (id: number) => ({ id, title: `Thing ${id}`, subtitle: "", thumbnail: null, colour: null, itemCount: 2 });
const item = (id: number) => ({ ...card(id), type: "short-answer", quizTitle: "Week 1", filename: "", url: "" });

beforeEach(() => {
  vi.clearAllMocks();
  let requestCount = 0;
  // A full page, then one that is not.
  vi.mocked(call).mockImplementation(async () => {
    requestCount += 1;
    return requestCount === 1
      ? Array.from({ length: PAGE_SIZE }, (_, index) => item(index + 1))
      : [item(PAGE_SIZE + 1)];
  });
});
afterEach(cleanup);

function Frame({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

/** Requests that were sent: one for each page. */
const sent = () => vi.mocked(call).mock.calls.map(([{ method, path }, parts]) => [`${method} ${path}`, parts]);

describe("a picker of", () => {
  const asks: [kind: PickedKind, address: string, expected: (page: number) => object][] = [
    ["image", "POST /v2/image/search", (page) => ({ body: { page, q: "he", folder: 7 } })],
    ["case", "GET /v2/case", (page) => ({ query: { page: String(page), q: "he", folder: "7" } })],
    ["attachment", "POST /v2/attachment/search", (page) => ({ body: { page, q: "he", folder: 7 } })],
    ["radiology", "GET /v2/radiology", (page) => ({ query: { page: String(page), q: "he", folder: "7" } })],
    ["quizQuestion", "POST /v2/quiz/question/search", (page) => ({ body: { page, q: "he", folder: 7 } })],
  ];
  for (const [kind, address, expected] of asks)
    it(`${kind} searches by page, text and folder, and offers the results`, async () => {
      const { result } = renderHook(() => useOffered(kind, "he", 7), { wrapper: Frame });
      await waitFor(() => expect(result.current.data).toHaveLength(PAGE_SIZE));
      expect(result.current.data?.[0]).toMatchObject({ id: 1, kind, title: "Thing 1" });
      await act(() => result.current.fetchNextPage());
      await waitFor(() => expect(result.current.data).toHaveLength(PAGE_SIZE + 1));
      expect(result.current.hasNextPage).toBe(false);
      expect(sent()).toEqual([
        [address, expected(1)],
        [address, expected(2)],
      ]);
    });

  const lists: [kind: PickedKind, address: string][] = [
    ["image", "GET /v2/image"],
    ["case", "GET /v2/case"],
    ["attachment", "GET /v2/attachment"],
    ["radiology", "GET /v2/radiology"],
  ];
  for (const [kind, address] of lists)
    it(`${kind} lists all by page and folder while the search is empty`, async () => {
      const { result } = renderHook(() => useOffered(kind, "", 7), { wrapper: Frame });
      await waitFor(() => expect(result.current.data).toHaveLength(PAGE_SIZE));
      await act(() => result.current.fetchNextPage());
      await waitFor(() => expect(result.current.data).toHaveLength(PAGE_SIZE + 1));
      expect(sent()).toEqual([
        [address, { query: { page: "1", folder: "7" } }],
        [address, { query: { page: "2", folder: "7" } }],
      ]);
    });
});
