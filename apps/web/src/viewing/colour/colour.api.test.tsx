// @vitest-environment happy-dom
import { createColourPreset, listColourPresets } from "@parfocal/core/colour-preset/colour-preset.contract.ts";
import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { useColourPresets, useCreateColourPreset } from "./colour.api.ts";

vi.mock("#platform/call.ts", async (original) => ({
  ...(await original<typeof import("#platform/call.ts")>()),
  call: vi.fn(),
}));

it("saving a preset waits for the reloaded presets, but not for other lists of the page", async () => {
  const listings = vi.fn();
  vi.mocked(call as (contract: unknown) => Promise<unknown>).mockImplementation(async (contract) => {
    if (contract === listColourPresets) listings();
    return contract === createColourPreset ? { id: 7 } : [];
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  let fetches = 0;
  const hook = renderHook(
    () => {
      useColourPresets(3, true);
      // Responds the first time; later, never.
      useQuery({
        queryKey: ["slow list"],
        queryFn: () => (fetches++ === 0 ? [] : new Promise<never>(() => undefined)),
      });
      return useCreateColourPreset(3);
    },
    { wrapper },
  );
  await waitFor(() => expect([listings.mock.calls.length, fetches]).toEqual([1, 1]));
  act(() => hook.result.current.mutate({ name: "Pale", colour: NEUTRAL_COLOUR }));
  await waitFor(() => expect(hook.result.current.isSuccess).toBe(true));
  expect([listings.mock.calls.length, fetches]).toEqual([2, 2]);
});
