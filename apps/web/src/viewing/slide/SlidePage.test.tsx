// @vitest-environment happy-dom
/** Source: spec part 1, section 4: "Image load: loading, then loaded or error". */
import { MantineProvider } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { uiEn } from "#ui/ui.en.ts";
import { SlidePage } from "./SlidePage.tsx";
import { slidePartsEn } from "./slide-parts.en.ts";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ user: null }) }));
vi.mock("./SlideWorkspace.tsx", () => ({
  SlideWorkspace: ({ image }: { readonly image: { readonly title: string } }) => <p>The slide: {image.title}</p>,
}));

const IMAGE = {
  ...{ id: 9, title: "Kidney, HE", state: "ready", job: null, path: [] },
  slideInformation: { levels: [{}], externalTiles: null },
};

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { slide: slidePartsEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

/** The page of a slide whose response is pending, and a function that lets it arrive. */
function awaitAnswer() {
  const answer = Promise.withResolvers<unknown>();
  vi.mocked(call).mockReturnValueOnce(answer.promise as never);
  return answer;
}

function openPage() {
  const history = createMemoryHistory({ initialEntries: ["/s1/i9/"] });
  const routeTree = createRootRoute({ component: SlidePage, notFoundComponent: SlidePage });
  const router = createRouter({ routeTree, history });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

const isBusy = () => document.querySelector("[aria-busy=true]") !== null;
const stateSeen = () => ({
  isLoading: isBusy(),
  isLoaded: screen.queryByText("The slide: Kidney, HE") !== null,
  hasFailed: screen.queryByRole("alert") !== null,
});
const LOADING = { isLoading: true, isLoaded: false, hasFailed: false };
const LOADED = { isLoading: false, isLoaded: true, hasFailed: false };
const FAILED = { isLoading: false, isLoaded: false, hasFailed: true };

it("a slide is loading, then loaded", async () => {
  const answer = awaitAnswer();
  openPage();
  await vi.waitFor(() => expect(stateSeen()).toEqual(LOADING));
  await act(async () => answer.resolve(IMAGE));
  await vi.waitFor(() => expect(stateSeen()).toEqual(LOADED));
});

it("a slide is loading, then has failed, and is loading again on request", async () => {
  const answer = awaitAnswer();
  openPage();
  await vi.waitFor(() => expect(stateSeen()).toEqual(LOADING));
  await act(async () => answer.reject(new AppError("internal", "no")));
  await vi.waitFor(() => expect(stateSeen()).toEqual(FAILED));
  expect(screen.getByRole("alert").textContent).toContain("Sorry! Could not load the image. Please try again.");
  const again = awaitAnswer();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(stateSeen()).toEqual(LOADING));
  await act(async () => again.resolve(IMAGE));
  await vi.waitFor(() => expect(stateSeen()).toEqual(LOADED));
});

const final = [
  ["notFound", uiEn.notFoundTitle],
  ["forbidden", uiEn.notAllowedTitle],
] as const;
for (const [kind, title] of final) {
  it(`if trying again cannot help (${kind}): “${title}”, without a button to try again`, async () => {
    vi.mocked(call).mockRejectedValueOnce(new AppError(kind, "no"));
    openPage();
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(screen.queryByText(/Could not load the image/)).toBeNull();
  });
}

it("if a sign-in is required, it leads to the sign-in and back", async () => {
  vi.mocked(call).mockRejectedValueOnce(new AppError("unauthenticated", "no"));
  const router = openPage();
  await vi.waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/sign-in" }));
  expect(router.state.location.search).toEqual({ next: "/s1/i9/" });
});
