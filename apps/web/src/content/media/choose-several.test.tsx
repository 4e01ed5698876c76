// @vitest-environment happy-dom
/** Selecting several files by touch and with a screen reader, without Ctrl: a switch, then each activated file. */
import { MantineProvider } from "@mantine/core";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { MediaBrowser } from "./MediaBrowser.tsx";
import { mediaEn } from "./media.en.ts";
import { useMediaBrowser } from "./useMediaBrowser.ts";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("./FolderList.tsx", () => ({ FolderList: () => null, FolderSelect: () => null }));
vi.mock("@tanstack/react-virtual", () => ({
  useVirtualizer: ({ count }: { count: number }) => ({
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, start: index * 188 })),
    getTotalSize: () => 0,
    scrollToIndex: () => undefined,
  }),
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { media: mediaEn } } } });
});
afterEach(cleanup);

const FILES = ["Kidney", "Liver", "Lung"].map(
  (title, index) => ({ id: index + 1, title, filename: title, mimeType: "application/pdf", bytes: 1 }) as MediaFile,
);

function Library({ isMultiple }: { readonly isMultiple: boolean }) {
  const browser = useMediaBrowser(null, isMultiple);
  return <MediaBrowser browser={browser} isPicking={false} onOpen={() => undefined} />;
}

async function open(isMultiple: boolean) {
  vi.mocked(call).mockResolvedValue({ files: FILES, total: FILES.length } as never);
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Library isMultiple={isMultiple} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return within(await screen.findByRole("listbox", {}, { timeout: 15_000 })).findAllByRole("option");
}

const chosen = () =>
  within(screen.getByRole("listbox"))
    .queryAllByRole("option", { selected: true })
    .map(({ dataset }) => dataset.index);

it("once switched on, taps and the space bar select and deselect files; switching off clears the selection", async () => {
  const [first, second, third] = await open(true);
  if (!first || !second || !third) throw new Error("three files were found");
  fireEvent.click(first);
  fireEvent.click(second);
  expect(chosen()).toEqual(["1"]);
  const several = screen.getByRole("button", { name: mediaEn.chooseSeveral, pressed: false });
  fireEvent.click(several);
  fireEvent.click(first);
  fireEvent.click(third);
  expect(chosen()).toEqual(["0", "1", "2"]);
  fireEvent.keyDown(third, { key: " " });
  expect(chosen()).toEqual(["0", "1"]);
  fireEvent.click(screen.getByRole("button", { name: mediaEn.chooseSeveral, pressed: true }));
  expect(chosen()).toEqual([]);
});

it("is not offered for a single selection", async () => {
  await open(false);
  expect(screen.queryByRole("button", { name: mediaEn.chooseSeveral })).toBeNull();
});
