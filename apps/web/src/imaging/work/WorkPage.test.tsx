// @vitest-environment happy-dom
/** The page opens with the jobs of the previous course or folder, and offers all of them with one click. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { rememberDestination } from "#upload/remembered-destination.ts";
import { WorkPage } from "./WorkPage.tsx";
import { workEn } from "./work.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 7 }, user: { id: 1 }, can: () => true }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock("#ui/ButtonLink.tsx", () => ({ ButtonLink: () => null }));

const job = (id: number, title: string, placeIds: number[]) => ({
  id,
  kind: "convertImage",
  state: "queued",
  progress: 0,
  error: null,
  fileFault: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  finishedAt: null,
  canRetry: false,
  subject: { title, imageId: id, thumbnail: null, placeIds },
});

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { work: workEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  sessionStorage.clear();
  const open = [job(1, "Glomerulus", [2, 3]), job(2, "Epidermis", [2, 4])];
  vi.stubGlobal("fetch", async () => Response.json({ open, openCount: 2, ended: [] }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <WorkPage />
      </QueryClientProvider>
    </MantineProvider>,
  );

it("shows the jobs of the previous folder, then all", async () => {
  rememberDestination({ id: 3, title: "Kidney" });
  open();
  expect(await screen.findByText("Glomerulus")).toBeDefined();
  expect(screen.queryByText("Epidermis")).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "Everywhere" }));
  expect(screen.getByText("Epidermis")).toBeDefined();
});

it("reports that there are no jobs", async () => {
  rememberDestination({ id: 9, title: "Skin" });
  open();
  expect(await screen.findByText("No jobs here")).toBeDefined();
});

it("shows all jobs without a previous folder", async () => {
  open();
  expect(await screen.findByText("Epidermis")).toBeDefined();
  expect(screen.queryByRole("radio")).toBeNull();
});
