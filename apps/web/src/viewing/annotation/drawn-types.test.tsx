// @vitest-environment happy-dom
/** Source: spec part 1, section 4: "On success annotation types and annotations are loaded." */
import { ANNOTATION_TYPES, DRAWN_TYPE_NAMES } from "@parfocal/core/annotation/annotation-types.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { useDrawnTypes } from "./annotation.api.ts";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));

beforeEach(() => void vi.clearAllMocks());
afterEach(cleanup);

const queryClients = { shared: new QueryClient() };
function Frame({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={queryClients.shared}>{children}</QueryClientProvider>;
}
const show = (isEnabled: boolean) => {
  queryClients.shared = new QueryClient();
  return renderHook((enabled) => useDrawnTypes(enabled), { initialProps: isEnabled, wrapper: Frame });
};

it("annotation types are requested once, with the first drawing; tools do not wait for them", async () => {
  vi.mocked(call).mockResolvedValue(ANNOTATION_TYPES.map(({ id, name }) => ({ id, name })));
  const { result, rerender } = show(false);
  expect(result.current).toEqual(DRAWN_TYPE_NAMES);
  expect(call).not.toHaveBeenCalled();
  rerender(true);
  expect(result.current).toEqual(DRAWN_TYPE_NAMES);
  await waitFor(() => expect(queryClients.shared.isFetching()).toBe(0));
  rerender(false);
  rerender(true);
  const requests = vi.mocked(call).mock.calls.map(([{ method, path }]) => `${method} ${path}`);
  expect(requests).toEqual(["GET /v2/annotation/types"]);
  expect(result.current).toEqual(DRAWN_TYPE_NAMES);
});

it("only annotation types that both the server and the page know are tools", async () => {
  vi.mocked(call).mockResolvedValue([
    { id: 211, name: "polygon" },
    { id: 219, name: "spline" },
    { id: 213, name: "point" },
  ]);
  const { result } = show(true);
  await waitFor(() => expect(result.current).toEqual(["point", "polygon"]));
});
