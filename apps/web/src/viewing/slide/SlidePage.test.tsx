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
import { SlidePage } from "./SlidePage.tsx";
import { slidePartsEn } from "./slide-parts.en.ts";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
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
    resources: { en: { translation: { slide: slidePartsEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

/** The page of a slide whose answer is on the way, and what lets it arrive. */
function awaitAnswer() {
  const answer = Promise.withResolvers<unknown>();
  vi.mocked(call).mockReturnValueOnce(answer.promise as never);
  return answer;
}

function openPage(): void {
  const history = createMemoryHistory({ initialEntries: ["/s1/i9/"] });
  const routeTree = createRootRoute({ component: SlidePage, notFoundComponent: SlidePage });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={createRouter({ routeTree, history })} />
      </QueryClientProvider>
    </MantineProvider>,
  );
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

it("or it is loading, then has failed, and is loading again once that is asked for", async () => {
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
