// @vitest-environment happy-dom
/** Uploads are shown where they were dropped, and their results are reported on every page. */
import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { act, cleanup, fireEvent, render, renderHook, screen, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { uiEn } from "#ui/ui.en.ts";
import type { UploadQueues } from "./join-queues.ts";
import { PlaceUploads } from "./PlaceUploads.tsx";
import { replaceUpload } from "./replace-upload.ts";
import { uploadEn } from "./upload.en.ts";
import type { UploadEntry } from "./upload-entry.ts";
import { useUploadToasts } from "./useUploadToasts.ts";

const queue = vi.hoisted(() => ({ entries: [] as unknown[], listener: (): void => undefined }));
const went = vi.hoisted(() => ({ to: [] as string[] }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 7 } }) }));
vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => GO,
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));
const GO = ({ href }: { href: string }) => void went.to.push(href);
vi.mock("./upload-context.tsx", () => ({
  useUploads: () => fakeQueue,
  usePlaceUploads: (id: number) =>
    (queue.entries as UploadEntry[]).filter(({ destination, phase }) => destination?.id === id && phase !== "done"),
}));
vi.mock("./arrange-chosen.ts", () => ({
  arrangeChosen: async () => ({ slides: [{ filename: "new.svs", folders: [] }], leftOut: [] }),
}));

const added: unknown[] = [];
const resumed: string[] = [];
const fakeQueue = {
  entries: () => queue.entries,
  subscribe: (listener: () => void) => {
    queue.listener = listener;
    return () => undefined;
  },
  resume: (key: string) => resumed.push(key),
  dismiss: (key: string) => added.push(`dismissed ${key}`),
  cancel: async (key: string) => void added.push(`cancelled ${key}`),
  addFor: { slide: (...what: unknown[]) => added.push(what), radiology: () => undefined },
} as unknown as UploadQueues;

const entry = (key: string, fields: Partial<UploadEntry>): UploadEntry => ({
  key,
  purpose: "slide",
  filename: `${key}.svs`,
  bytes: 1000,
  destination: { id: 3, title: "Kidney" },
  folders: [],
  drop: null,
  fileCount: 1,
  phase: "sending",
  uploadId: 1,
  sentBytes: 400,
  rate: null,
  leftS: null,
  progress: 0,
  error: null,
  fileFault: null,
  canRetry: false,
  hasHandle: false,
  slide: null,
  twin: null,
  ...fields,
});

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { upload: uploadEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  queue.entries = [];
  for (const list of [went.to, added, resumed]) list.length = 0;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (part: ReactNode) => render(<MantineProvider env="test">{part}</MantineProvider>);

it("a folder shows its own uploads, and offers to replace a failed file", () => {
  queue.entries = [
    entry("mine", {}),
    entry("broken", { phase: "failed", error: "Damaged." }),
    entry("elsewhere", { destination: { id: 4, title: "Skin" } }),
    entry("ready", { phase: "done" }),
  ];
  show(<PlaceUploads placeId={3} />);
  const rows = screen.getAllByRole("listitem");
  expect(rows.map((row) => row.textContent?.match(/^\w+\.svs/)?.[0])).toEqual(["mine.svs", "broken.svs"]);
  expect(
    within(rows[0] as HTMLElement)
      .getByRole("progressbar")
      .getAttribute("aria-valuenow"),
  ).toBe("40");
  expect(within(rows[1] as HTMLElement).getByRole("button", { name: "Replace…: broken.svs" })).toBeDefined();
});

it("a file that replaces a failed one has the same destination", async () => {
  const failed = entry("broken", { phase: "failed", folders: ["Left"] });
  expect(await replaceUpload(fakeQueue, failed, async () => ({ files: [], emptyFolders: [] }) as never)).toBe(true);
  expect(added).toEqual([
    "cancelled broken",
    [[{ filename: "new.svs", folders: ["Left"] }], { id: 3, title: "Kidney" }],
  ]);
});

async function toastAfter(before: UploadEntry[], after: UploadEntry[]): Promise<ReactNode> {
  queue.entries = before;
  const shown = vi.spyOn(notifications, "show").mockReturnValue("t");
  renderHook(() => useUploadToasts(fakeQueue));
  queue.entries = after;
  act(() => queue.listener());
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
  return shown.mock.calls[0]?.[0].message;
}
const SLIDE = { imageId: 9, title: "Glomerulus", thumbnail: null, path: [] };

it("a ready slide is reported by its title, and can be opened", async () => {
  show(await toastAfter([entry("a", { phase: "preparing" })], [entry("a", { phase: "done", slide: SLIDE })]));
  expect(screen.getByText("“Glomerulus” is ready")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(went.to).toEqual(["/s7/i9/"]);
});

it("several are reported together, when the last is ready", async () => {
  const before = [entry("a", { phase: "preparing" }), entry("b", { phase: "preparing" })];
  const both = before.map((one) => ({ ...one, phase: "done" as const }));
  queue.entries = before;
  const shown = vi.spyOn(notifications, "show").mockReturnValue("t");
  renderHook(() => useUploadToasts(fakeQueue));
  queue.entries = [both[0], before[1]];
  act(() => queue.listener());
  queue.entries = both;
  act(() => queue.listener());
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
  show(shown.mock.calls[0]?.[0].message);
  expect(screen.getByText("2 slides are ready")).toBeDefined();
});

it("a failed upload can be tried again or replaced", async () => {
  const failed = entry("a", { phase: "failed", canRetry: true, error: "The connection was lost." });
  show(await toastAfter([entry("a", {})], [failed]));
  expect(screen.getByText("“a.svs” could not be uploaded. The connection was lost.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Replace…" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(resumed).toEqual(["a"]);
});
