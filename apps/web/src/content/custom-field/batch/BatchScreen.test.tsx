// @vitest-environment happy-dom
/** Source: spec part 1, section 9: the first 20 slides, and a wait of 5 s for the fields. Filling them in: e2e/custom-fields.spec.ts. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { editorEn } from "#editor/editor.en.ts";
import { customFieldEn } from "../custom-field.en.ts";
import { BatchScreen } from "./BatchScreen.tsx";

const went = vi.hoisted(() => ({ to: "" }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useBlocker: () => ({ status: "idle" }),
  useNavigate:
    () =>
    ({ href }: { readonly href: string }) => {
      went.to = href;
    },
  Link: ({ children }: { readonly children: ReactNode }) => <span>{children}</span>,
}));

beforeAll(async () => {
  const resources = { en: { translation: { customField: customFieldEn, editor: editorEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources, interpolation: { escapeValue: false } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SLIDE_IDS = Array.from({ length: 25 }, (_unused, index) => index + 1);

const show = (slideIds: readonly number[]) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <BatchScreen scope={{ folderId: null, slideIds, query: "", page: 1 }} />
      </MantineProvider>
    </QueryClientProvider>,
  );

it("of 25 selected slides the first 20 are listed, and the next page is offered", async () => {
  const field = {
    id: 3,
    title: "Organ",
    postType: "sz-image",
    itemType: "image",
    fieldType: "number",
    fieldKey: "organ",
  };
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const url = new URL(String(input), "http://localhost");
    if (!url.pathname.endsWith("/preparations"))
      return Response.json([{ ...field, isSystem: false, isRequired: false, isPrimary: false, defaultValues: [] }]);
    const ids = (url.searchParams.get("slides") ?? "").split(",").map(Number);
    return Response.json(ids.map((id) => ({ id, title: `Slide ${id}`, subtitle: "", thumbnail: null, values: [] })));
  });
  show(SLIDE_IDS);
  const slides = await screen.findAllByText(/^Slide \d+$/);
  expect(slides.map(({ textContent }) => textContent)).toEqual(SLIDE_IDS.slice(0, 20).map((id) => `Slide ${id}`));
  fireEvent.click(screen.getByRole("button", { name: customFieldEn.pageNext }));
  expect(went.to).toContain("page=2");
});

it("fields that have not loaded after 5 s are reported, and requested again on demand", async () => {
  vi.useFakeTimers();
  const fetch = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal("fetch", fetch);
  show([1]);
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect(screen.queryByText(customFieldEn.loadFailed)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText(customFieldEn.loadFailed)).toBeTruthy();
  expect(screen.getByRole("button", { name: customFieldEn.tryAgain })).toBeTruthy();
  vi.useRealTimers();
});
