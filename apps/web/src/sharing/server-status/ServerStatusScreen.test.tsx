// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { ServerStatus } from "@parfocal/core/server-status/server-status.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { ServerStatusScreen } from "./ServerStatusScreen.tsx";
import { serverStatusEn } from "./server-status.en.ts";

const healthy: ServerStatus = {
  version: "0.1.0",
  startedAt: "2026-11-26T08:00:00.000Z",
  database: { version: "18.1", bytes: 12_000_000, clockOffsetSeconds: 0.01 },
  disk: { totalBytes: 500e9, freeBytes: 300e9 },
  slides: { count: 12, bytes: 9e9 },
  jobs: { queued: 2, running: 1, failed: 0, longestWaitSeconds: 4 },
  mails: { isServerConfigured: true, waiting: 0, unsent: 0 },
  uploads: { receiving: 3 },
  attempts: { inProgress: 40 },
  hasAddress: true,
  lastBackup: { startedAt: "2026-11-26T02:00:00.000Z", ageSeconds: 6 * 60 * 60 },
};

function show(status: ServerStatus | null) {
  vi.stubGlobal("fetch", async () =>
    status ? new Response(JSON.stringify(status)) : new Response("{}", { status: 503 }),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider>
        <ServerStatusScreen />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { serverStatus: serverStatusEn, platform: platformEn, ui: uiEn } } },
  }),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("reports a healthy server, with its figures", async () => {
  show(healthy);
  expect(await screen.findByText("Everything works as it should.")).toBeTruthy();
  expect(screen.getByText("300 GB of 500 GB")).toBeTruthy();
  expect(screen.getByText("12 files, 9 GB")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "40% used" })).toBeTruthy();
  expect(screen.getByText("Quiz attempts in progress").nextSibling?.textContent).toBe("40");
});

it("lists each problem with instructions, the most urgent first", async () => {
  show({
    ...healthy,
    disk: { totalBytes: 500e9, freeBytes: 30e9 },
    jobs: { ...healthy.jobs, failed: 1, longestWaitSeconds: 1260 },
    hasAddress: false,
    lastBackup: { startedAt: "2026-11-22T02:00:00.000Z", ageSeconds: 4.2 * 24 * 60 * 60 },
  });
  const list = await screen.findByRole("list", { name: "Warnings" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual([
    "Disk space is low: 30 GB freeAdd disk space before the next large upload.",
    "The last backup is 4 days oldOn the server, journalctl -u parfocal-backup says why the daily backup failed.",
    "A job has been waiting for 21 minutesThe server may be busy with large slides. If nothing runs, look at the server’s log.",
    "1 job failed in the last 24 hoursThe page “Processing” lists them with the reason. They can be started again there.",
    "The site has no addressMails with links are not sent, and links name the host of each request. Set the address under Options.",
  ]);
});

it("says that there is no backup", async () => {
  show({ ...healthy, lastBackup: null });
  expect(await screen.findByText("No backup has been written")).toBeTruthy();
  expect(screen.getByText("Last backup").nextSibling?.textContent).toBe("None");
});

it("offers to try again if the server does not respond", async () => {
  show(null);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
