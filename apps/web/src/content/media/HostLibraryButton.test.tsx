// @vitest-environment happy-dom
/** A file from the media library of the embedding site: offered if there is one, copied, and rejected. */
import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type HostMedia, setHostBridge } from "#platform/host-bridge.ts";
import { platformEn } from "#platform/platform.en.ts";
import { standaloneTransport } from "#platform/transport.ts";
import { HostLibraryButton } from "./HostLibraryButton.tsx";
import { mediaEn } from "./media.en.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { media: mediaEn, platform: platformEn } } },
    interpolation: { escapeValue: false },
  });
});
// Files share a worker: toasts of an earlier file would be shown here.
beforeEach(() => notifications.clean());
afterEach(() => {
  notifications.clean();
  cleanup();
  vi.unstubAllGlobals();
});

const CHOSEN: HostMedia = { provider: "wordpress", id: "45", mimeType: "image/png", token: "a.b.c" };
const COPY = {
  ...{ id: 7, title: "Kidney", filename: "kidney.png", mimeType: "image/png", bytes: 1, width: 1, height: 1 },
  ...{ src: "/api/v2/media/7/k/file", thumbnail: null, folderId: null, createdBy: null },
  ...{ createdAt: "2026-11-01T00:00:00.000Z", origin: { provider: "wordpress", id: "45" } },
};

/** @param pick picker of the host; null: it has no library. */
function show(pick: (() => Promise<HostMedia | null>) | null, answer: () => Response = () => Response.json(COPY)) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => answer());
  vi.stubGlobal("fetch", fetched);
  setHostBridge({
    transport: standaloneTransport,
    pickMedia: async () => null,
    ...(pick && { library: { pick } }),
  });
  const onTaken = vi.fn();
  render(
    <MantineProvider>
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <HostLibraryButton title="Choose an image" accept={["image/png", "image/gif"]} onTaken={onTaken} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { fetched, onTaken };
}

const press = () => fireEvent.click(screen.getByRole("button", { name: "From the site's media library" }));

it("is not offered if the host has no media library", () => {
  show(null);
  expect(screen.queryByRole("button")).toBeNull();
});

it("requests the accepted types, and passes on the copy of the chosen file", async () => {
  const pick = vi.fn(async () => CHOSEN);
  const { fetched, onTaken } = show(pick);
  press();
  await waitFor(() => expect(onTaken).toHaveBeenCalledWith(COPY));
  expect(pick).toHaveBeenCalledWith({ title: "Choose an image", accept: ["image/png", "image/gif"] });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe("/api/v2/media/fromHost");
  expect(JSON.parse(String(init?.body))).toEqual({
    ...{ provider: "wordpress", id: "45", token: "a.b.c", accept: "image/png,image/gif" },
  });
});

it("closing the library selects nothing", async () => {
  const pick = vi.fn(async () => null);
  const { fetched, onTaken } = show(pick);
  press();
  await waitFor(() => expect(pick).toHaveBeenCalled());
  expect(fetched).not.toHaveBeenCalled();
  expect(onTaken).not.toHaveBeenCalled();
});

it("another type: Error / Selected filetype is not allowed!, and nothing is copied", async () => {
  const { fetched, onTaken } = show(async () => ({ ...CHOSEN, mimeType: "application/zip" }));
  press();
  expect(await screen.findByText("Selected filetype is not allowed!")).toBeTruthy();
  expect(screen.getByText("Error")).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
  expect(onTaken).not.toHaveBeenCalled();
});

for (const [status, text] of [
  [400, "Selected filetype is not allowed!"],
  [404, mediaEn.hostMissing],
  [413, mediaEn.hostTooLarge],
  [503, mediaEn.hostAway],
] as const)
  it(`shows the reason if the server responds with ${status}`, async () => {
    const { onTaken } = show(
      async () => CHOSEN,
      () => Response.json({ message: "Selected filetype is not allowed!", data: [] }, { status }),
    );
    press();
    expect(await screen.findByText(text, {}, { timeout: 5_000 })).toBeTruthy();
    expect(onTaken).not.toHaveBeenCalled();
  });
