// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { type ReactNode, Suspense } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { SessionProvider } from "#platform/session.tsx";
import { LandingPage } from "./LandingPage.tsx";

vi.mock("./GuestLanding.tsx", () => ({
  GuestLanding: ({ children }: { children: ReactNode }) => <main>Sign in {children}</main>,
}));
vi.mock("#ui/PictureCard.tsx", () => ({
  CardGrid: ({ children }: { children: ReactNode }) => <ul>{children}</ul>,
  PictureCard: ({ title }: { title: string }) => <h3>{title}</h3>,
}));

vi.mock("#progress/ContinueCard.tsx", () => ({ ContinueCard: () => <h3>Continue</h3> }));
vi.mock("#progress/OverviewLists.tsx", () => ({ OverviewLists: () => <h3>Due and new</h3> }));

let requested: string[] = [];
const LEARNER = { id: 4, displayName: "Leo", role: "learner", capabilities: ["learn"] };

function show(isContentPublic: boolean, user: object | null = null) {
  requested = [];
  const site = { id: 1, title: "Parfocal", isContentPublic };
  const session = { user, site, nonce: null, newMemberships: [], singleSignOn: null };
  const course = { id: 3, title: "Histology", description: "", folderCount: 0, itemCount: 0, isVisible: true };
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(url);
    if (url.includes("/session")) return new Response(JSON.stringify(session));
    if (url.includes("/overview")) return new Response(JSON.stringify({ last: user && {}, due: [], added: [] }));
    return new Response(JSON.stringify([course]));
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <SessionProvider waiting={null} renderFailure={() => null}>
          <Suspense>
            <LandingPage />
          </Suspense>
        </SessionProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );
}

beforeAll(() => i18next.use(initReactI18next).init({ lng: "en", resources: {} }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a guest of a site that is not public can sign in immediately; no course is requested", async () => {
  show(false);
  expect(await screen.findByText("Sign in")).toBeTruthy();
  expect(requested.filter((url) => url.includes("course"))).toEqual([]);
});

it("a guest of a public site sees its courses beside the sign-in form", async () => {
  show(true);
  expect(await screen.findByRole("heading", { name: "Histology" })).toBeTruthy();
});

it("a signed-in user sees where to continue, due and new items, and then all courses", async () => {
  show(false, LEARNER);
  await screen.findByRole("heading", { name: "Histology" });
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Continue",
    "Due and new",
    "Histology",
  ]);
});
