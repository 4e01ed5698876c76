// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { ListedShare } from "@parfocal/core/share/share.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { SessionProvider } from "#platform/session.tsx";
import type { ShareRequest } from "#ui/share-request.ts";
import { uiEn } from "#ui/ui.en.ts";
import { ShareDialog } from "./ShareDialog.tsx";
import { SharesPanel } from "./SharesPanel.tsx";
import { shareEn } from "./share.en.ts";

const LINK = "https://slides.example.org/share/1.abc";
const VIEW = { center: [10, 20] as [number, number], zoom: 3, rotation: 90, viewSettings: null };
const SLIDE: ShareRequest = { shareType: "slide", itemId: 9, title: "Kidney", view: VIEW };
const user = { id: 4, displayName: "Lea", email: "lea@demo.test", role: "learner", capabilities: ["learn"] };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

const listed = (facts: Partial<ListedShare> = {}): ListedShare => ({
  ...{ id: 30, shareType: "slide", isActive: true, isExpired: false, expirationDate: null },
  ...{ requireAuth: false, hideAnnotations: false, hideSlideInformation: false, hideToolbar: false },
  item: { id: 9, title: "Kidney", path: [{ id: 2, type: "course", title: "Histology" }] },
  ...{ createdAt: "2026-11-01T10:00:00.000Z", openedCount: 0, lastOpenedAt: null },
  ...{ creator: { id: 4, name: "Lea" }, url: LINK, token: "1.abc" },
  ...facts,
});

let shares: ListedShare[] = [];
let sent: { method: string; path: string; body: unknown }[] = [];
let refusal: Response | null = null;

/** A server with these links. */
function show(screenOf: ReactNode, first: ListedShare[]): void {
  shares = first;
  sent = [];
  refusal = null;
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const site = { id: 1, title: "Parfocal" };
    if (url.includes("/session")) return json(200, { user, site, nonce: "n", newMemberships: [] });
    const requestBody = JSON.parse(String(body ?? "null"));
    const path = url.slice(url.indexOf("/api") + "/api".length);
    if (method !== "GET") sent.push({ method, path, body: requestBody });
    if (method === "GET") return json(200, { shares, total: shares.length });
    if (refusal) return refusal;
    const id = Number(path.split("/").at(-1));
    if (method === "POST") {
      shares = [listed({ id: 31 }), ...shares];
      return json(200, { ...listed({ id: 31 }), ...VIEW, itemId: 9 });
    }
    if (method === "PUT") shares = shares.map((share) => (share.id === id ? { ...share, ...requestBody } : share));
    else shares = shares.filter((share) => share.id !== id);
    return method === "PUT" ? json(200, shares[0]) : new Response(null, { status: 204 });
  });
  const root = createRootRoute({ component: () => screenOf });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionProvider waiting={null} renderFailure={() => null}>
          <RouterProvider router={createRouter({ routeTree: root, history, trailingSlash: "preserve" }) as never} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const showDialog = (first: ListedShare[], request = SLIDE) =>
  show(<ShareDialog request={request} onClose={() => {}} />, first);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { share: shareEn, platform: platformEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a slide is shared: the link of the view, its QR code, and the link in an embed code", async () => {
  showDialog([]);
  expect(await screen.findByText("You have not shared this slide yet.")).toBeTruthy();
  await press("Create link");
  expect(await screen.findByRole("img", { name: `QR code of ${LINK}` })).toBeTruthy();
  expect(sent).toEqual([{ method: "POST", path: "/v2/share", body: { shareType: "slide", itemId: 9, ...VIEW } }]);
  expect(screen.getByLabelText<HTMLInputElement>("Link").value).toBe(LINK);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Embed code/).value).toContain(`${LINK}?embed=1`);
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await press("Copy link");
  expect(written).toHaveBeenCalledWith(LINK);
});

it("reopened, it shows the existing link; each setting is sent alone, and reverted if it is rejected", async () => {
  showDialog([listed({ openedCount: 3 })]);
  expect(await screen.findByText(/Opened 3 times/)).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: "Hide annotations" }));
  await waitFor(() => expect(sent).toEqual([{ method: "PUT", path: "/v2/share/30", body: { hideAnnotations: true } }]));
  expect(screen.getByRole<HTMLInputElement>("switch", { name: "Hide annotations" }).checked).toBe(true);
  const date = screen.getByLabelText(/^Expiration date/);
  fireEvent.change(date, { target: { value: "2027-01-31T18:00" } });
  expect(sent).toHaveLength(1);
  fireEvent.blur(date);
  await waitFor(() => expect(sent[1]?.body).toEqual({ expirationDate: "2027-01-31 18:00:00" }));
  refusal = json(500, { message: "broken" });
  fireEvent.click(screen.getByRole("switch", { name: /^Active/ }));
  expect(await screen.findByText("The change could not be saved.")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("switch", { name: /^Active/ }).checked).toBe(true);
});

it("of several links the selected one is shown; one that was created before links were stored offers a new one", async () => {
  showDialog([listed(), listed({ id: 12, url: null, token: null })], { ...SLIDE, shareId: 12 });
  expect(await screen.findByText(/^This link was created before links were stored/)).toBeTruthy();
  expect(screen.queryByRole("img", { name: /QR code/ })).toBeNull();
  fireEvent.change(screen.getByLabelText("Your links to this item"), { target: { value: "30" } });
  expect(await screen.findByRole("img", { name: `QR code of ${LINK}` })).toBeTruthy();
  await press("New link to the current view");
  await waitFor(() => expect(sent[0]?.body).toMatchObject(VIEW));
});

it("a folder is shared and revoked with the calls for folders", async () => {
  showDialog([], { shareType: "folder", itemId: 9, title: "Kidney" });
  await press("Create link");
  await waitFor(() => expect(sent).toEqual([{ method: "POST", path: "/share/folder", body: { itemId: 9 } }]));
  cleanup();
  show(<SharesPanel scope="mine" />, [listed({ shareType: "folder" })]);
  await press("Revoke link to Kidney");
  await press("Revoke link");
  await waitFor(() => expect(sent).toEqual([{ method: "DELETE", path: "/share/folder/30", body: null }]));
});

it("a person with too many links sees how to continue", async () => {
  showDialog([]);
  await screen.findByRole("button", { name: "Create link" });
  refusal = json(409, { message: "You have 1000 share links. End some.", data: ["tooManyShares"] });
  await press("Create link");
  expect(await screen.findByText("You have 1000 share links. End some.")).toBeTruthy();
});

it("the list links to the items, describes each link, and revokes one after confirmation", async () => {
  const expired = listed({ id: 12, isExpired: true, expirationDate: "2026-11-02 12:00:00", url: null, token: null });
  const theirs = { ...expired, creator: { id: 8, name: "Otto" }, item: { id: 9, title: "Liver", path: [] } };
  show(<SharesPanel scope="all" />, [listed({ openedCount: 1 }), theirs]);
  const [first, second] = await screen.findAllByRole("listitem");
  if (!first || !second) throw new Error("two links");
  expect(within(first).getByRole("link", { name: "Kidney" }).getAttribute("href")).toBe("/s1/course2/");
  expect(first.textContent).toContain("Active");
  expect(first.textContent).toContain("Opened once");
  expect(second.textContent).toMatch(/Expired.*No longer available.*by Otto/);
  expect(within(second).queryByRole("button", { name: /^(Copy|Change)/ })).toBeNull();
  fireEvent.click(within(first).getByRole("button", { name: "Revoke link to Kidney" }));
  expect(sent).toEqual([]);
  fireEvent.click(within(first).getByRole("button", { name: "Revoke link" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(sent).toEqual([{ method: "DELETE", path: "/v2/share/30", body: null }]);
});

it("an empty list states what will appear there", async () => {
  show(<SharesPanel scope="mine" />, []);
  expect(await screen.findByText("No links yet")).toBeTruthy();
});
