// @vitest-environment happy-dom
/** Several files are deleted one after the other; deleted ones can be restored, even if one deletion failed. */
import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { mediaEn } from "./media.en.ts";
import { RemoveMediaDialog } from "./RemoveMediaDialog.tsx";

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

const fileOf = (id: number): MediaFile => ({
  id,
  title: `File ${id}`,
  filename: `${id}.png`,
  mimeType: "image/png",
  bytes: 1,
  width: null,
  height: null,
  folderId: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  createdBy: null,
  origin: null,
  src: "",
  thumbnail: null,
});

/** A library of the files 1 to 4. @param failing calls that fail, as method and path; each once. */
function libraryThatFails(...failing: string[]) {
  const gone = new Set<number>();
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    const request = `${method} ${url}`;
    if (failing.includes(request)) {
      failing.splice(failing.indexOf(request), 1);
      return Response.json({ message: "no", data: [] }, { status: 500 });
    }
    const id = Number(/media\/(\d+)/.exec(url)?.[1]);
    if (method === "DELETE") gone.add(id);
    if (method === "PUT") gone.delete(id);
    return method === "DELETE" ? new Response(null, { status: 204 }) : Response.json({ uses: [] });
  });
  return { goneIds: () => [...gone] };
}

async function removeAll() {
  const onRemoved = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Notifications />
        <RemoveMediaDialog files={[1, 2, 3, 4].map(fileOf)} onClose={() => undefined} onRemoved={onRemoved} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const remove = await screen.findByRole("button", { name: mediaEn.removeNow });
  await waitFor(() => expect((remove as HTMLButtonElement).disabled).toBe(false));
  fireEvent.click(remove);
  return { onRemoved };
}

it("a deletion that fails halfway is reported, and Undo restores the deleted files", async () => {
  const library = libraryThatFails("DELETE /api/v2/media/3");
  const { onRemoved } = await removeAll();
  expect(await screen.findByText(/^Sorry! .* 2 files deleted$/)).toBeTruthy();
  expect(onRemoved).not.toHaveBeenCalled();
  expect(library.goneIds()).toEqual([1, 2]);
  fireEvent.click(screen.getByRole("button", { name: mediaEn.undo }));
  await waitFor(() => expect(library.goneIds()).toEqual([]));
});

it("an undo that fails at its last file names it", async () => {
  libraryThatFails("PUT /api/v2/media/4/restore");
  await removeAll();
  fireEvent.click(await screen.findByRole("button", { name: mediaEn.undo }));
  expect(await screen.findByText(/^Sorry! .* “File 4” deleted$/)).toBeTruthy();
});

it("an undo that fails halfway can be resumed", async () => {
  const library = libraryThatFails("PUT /api/v2/media/2/restore");
  await removeAll();
  fireEvent.click(await screen.findByRole("button", { name: mediaEn.undo }));
  expect(await screen.findByText(/^Sorry! .* 3 files deleted$/)).toBeTruthy();
  expect(library.goneIds()).toEqual([2, 3, 4]);
  fireEvent.click(await screen.findByRole("button", { name: mediaEn.undo }));
  await waitFor(() => expect(library.goneIds()).toEqual([]));
});
