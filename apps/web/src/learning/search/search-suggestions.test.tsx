// @vitest-environment happy-dom
/** When the header's search requests suggestions (spec part 2, section 5). */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SearchDialog } from "./SearchDialog.tsx";
import { searchEn } from "./search.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));

let requests: (string | null)[] = [];

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { search: searchEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  vi.stubGlobal("fetch", (input: string | URL | Request) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : String(input), "http://a.test");
    requests.push(searchParams.get("query"));
    return new Promise(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("are requested from 2 characters, 500 ms after the last key, and not before", async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SearchDialog isOpen onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const write = (value: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  write(" k ");
  await pass(2_000);
  expect(requests).toEqual([]);
  write("kid");
  await pass(499);
  write("ki");
  await pass(499);
  expect(requests).toEqual([]);
  await pass(1);
  expect(requests).toEqual(["ki"]);
});
