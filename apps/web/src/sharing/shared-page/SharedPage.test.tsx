// @vitest-environment happy-dom
/** Source: spec part 2, section 3, "Share access"; decisions, "Sharing": "Expired, inactive and unknown tokens answer alike." */
import { MantineProvider } from "@mantine/core";
import type { Call } from "@parfocal/core/call.contract.ts";
import type { Case } from "@parfocal/core/case/case.contract.ts";
import { AppError, type ErrorKind } from "@parfocal/core/errors.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  retainSearchParams,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { itemEn } from "#item/item.en.ts";
import { call } from "#platform/call.ts";
import { useSharedLink } from "#platform/shared-link.ts";
import { HEADER_ACTIONS_ID } from "#ui/HeaderActions.tsx";
import { uiEn } from "#ui/ui.en.ts";
import { SharedPage } from "./SharedPage.tsx";
import { sharedPageEn } from "./shared-page.en.ts";

vi.mock("#platform/call.ts", async (original) => ({
  ...(await original<typeof import("#platform/call.ts")>()),
  call: vi.fn(),
}));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({ user: null, site: { id: 7 }, can: () => false }),
  AsGuest: ({ children }: { readonly children: unknown }) => children,
}));
const seen = vi.hoisted(() => ({
  image: null as Image | null,
  shown: null as Case | null,
  opening: null as unknown,
  link: null as unknown,
}));
vi.mock("#slide/SlideWorkspace.tsx", () => ({
  SlideWorkspace: function Slide({ image }: { readonly image: Image }) {
    Object.assign(seen, { image, link: useSharedLink() });
    return <h1>{image.title}</h1>;
  },
}));
vi.mock("#textbook-reader/TextbookReader.tsx", () => ({
  TextbookReader: ({ documentUrl, filename }: { readonly documentUrl: string; readonly filename: string }) => (
    <p>{`${documentUrl} as ${filename}`}</p>
  ),
}));
vi.mock("#radiology/stack/StackWorkspace.tsx", () => ({
  StackWorkspace: (props: { readonly instanceUrl: string; readonly hasToolbar: boolean }) => (
    <p>{`${props.instanceUrl} ${props.hasToolbar ? "with" : "without"} toolbar`}</p>
  ),
}));
vi.mock("#case/CaseWorkspace.tsx", () => ({
  CaseWorkspace: function Shown({ shown, opening }: { readonly shown: Case; readonly opening: unknown }) {
    Object.assign(seen, { shown, opening, link: useSharedLink() });
    return <h1>{shown.title}</h1>;
  },
}));

const TOKEN = `7.${"aB_-".repeat(8)}`;
const GREY = { brightness: 100, contrast: 100, saturation: 0, hueRotation: 0, invert: 0 };
const SHARED = {
  ...{ shareType: "slide", itemId: 9, requireAuth: false, hideAnnotations: false, hideSlideInformation: false },
  ...{ hideToolbar: false, expirationDate: null, center: null, zoom: null, rotation: null, viewSettings: null },
  ...{ slideInformation: null, thumbnail: null, colour: null, case: null },
};
const IMAGE = {
  ...{ id: 9, title: "Kidney, HE", state: "ready", job: null, path: [], previous: null, next: null },
  ...{ center: [1, 2], zoom: 1, rotation: 0, colour: null },
  slideInformation: { levels: [{}], externalTiles: null },
};
const card = (id: number, type: string, title: string | undefined, isShown = true) => ({
  ...{ id, type, subtitle: "", thumbnail: null, colour: null, itemCount: 2, isShown },
  ...(title === undefined ? {} : { title }),
});

type Answer = unknown | ((input: { readonly query?: Readonly<Record<string, unknown>> }) => unknown);
const answers = new Map<string, Answer>();
const requests: string[] = [];

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { sharedPage: sharedPageEn, ui: uiEn, item: itemEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  answers.clear();
  requests.length = 0;
  vi.mocked(call).mockImplementation((async ({ path }: Call, input: { readonly query?: Record<string, unknown> }) => {
    requests.push(`${path} ${JSON.stringify(input.query ?? {})}`);
    const answer = answers.get(path);
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer(input) : answer;
  }) as never);
});
afterEach(cleanup);

function openLink(address: string) {
  const root = createRootRoute({
    component: () => (
      <>
        <div id={HEADER_ACTIONS_ID} />
        <Outlet />
      </>
    ),
  });
  const shared = createRoute({
    getParentRoute: () => root,
    path: "/share/$",
    search: { middlewares: [retainSearchParams(["embed"])] },
    validateSearch: ({ embed }: Record<string, unknown>) => ({
      embed: embed === undefined ? undefined : String(embed),
    }),
    component: SharedPage,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    ...{ routeTree: root.addChildren([shared]), history },
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: ({ embed, next }) =>
      [embed && `?embed=${embed}`, next && `?next=${encodeURIComponent(String(next))}`].find(Boolean) ?? "",
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {/* biome-ignore lint/suspicious/noExplicitAny: it is not the router of the app */}
        <RouterProvider router={router as any} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("a slide opens as stored in the link, and all requests contain the token", async () => {
  const channels = { channels: [], isAloneGrey: true };
  const viewSettings = { colour: GREY, channels, plane: { depth: 3, time: 0 } };
  answers.set("/v2/share/{token}", { ...SHARED, center: [500, 600], zoom: 4, rotation: 90, viewSettings });
  answers.set("/v2/image/{id}", IMAGE);
  openLink(`/share/${TOKEN}`);
  expect(await screen.findByRole("heading", { name: "Kidney, HE" })).toBeTruthy();
  expect(seen.image).toMatchObject({ center: [500, 600], zoom: 4, rotation: 90, colour: GREY });
  expect(seen.link).toMatchObject({ token: TOKEN, opening: { imageId: 9, plane: { depth: 3, time: 0 } } });
  expect(requests).toContain(`/v2/image/{id} {"share":"${TOKEN}"}`);
  expect(document.title).toBe("Kidney, HE · Parfocal");
});

it("without a view of its own the link opens the slide at its opening view; flags reach the viewer", async () => {
  answers.set("/v2/share/{token}", { ...SHARED, hideAnnotations: true, hideSlideInformation: true, hideToolbar: true });
  answers.set("/v2/image/{id}", { ...IMAGE, title: "" });
  openLink(`/share/${TOKEN}`);
  expect(await screen.findByRole("heading", { name: "Shared slide" })).toBeTruthy();
  expect(seen.image).toMatchObject({ center: [1, 2], zoom: 1, rotation: 0 });
  expect(seen.link).toMatchObject({ hidesAnnotations: true, hidesInformation: true, hidesToolbar: true });
});

it("a case opens with its slides, distinguished by numbers if their titles are hidden", async () => {
  answers.set("/v2/share/{token}", { ...SHARED, shareType: "case", itemId: 4 });
  answers.set("/v2/case/{id}", {
    ...{ id: 4, title: "", path: [], previous: null, next: null, items: [{ title: "" }, { title: "" }] },
  });
  openLink(`/share/${TOKEN}`);
  expect(await screen.findByRole("heading", { name: "Shared case" })).toBeTruthy();
  expect(seen.shown?.items.map(({ title }) => title)).toEqual(["Slide 1", "Slide 2"]);
});

it("a case opens as its creator saw it: layout, slides and views", async () => {
  const layout = { columns: 1, rows: 2 };
  const view = { center: [5, 6], zoom: 3, rotation: 45 };
  const containers = [
    { slideId: 9, view },
    { slideId: 8, view: null },
  ];
  const viewSettings = {
    ...{ colour: null, channels: null, plane: null },
    caseView: { layout, containers, isSynced: false },
  };
  answers.set("/v2/share/{token}", { ...SHARED, shareType: "case", itemId: 4, viewSettings });
  answers.set("/v2/case/{id}", {
    ...{ id: 4, title: "Case 1", path: [], previous: null, next: null, items: [], layout: { columns: 2, rows: 1 } },
  });
  openLink(`/share/${TOKEN}`);
  expect(await screen.findByRole("heading", { name: "Case 1" })).toBeTruthy();
  expect(seen.shown?.layout).toEqual(layout);
  const opened = { center: [5, 6], zoom: 3, rotationDeg: 45 };
  expect(seen.opening).toEqual({ slideIds: [9, 8], views: [opened, null], isSynced: false });
});

it("a folder shows cards that open below the link, by pages, and marks items that need an account", async () => {
  answers.set("/v2/share/{token}", { ...SHARED, shareType: "folder", itemId: 3 });
  const parent = { id: 3, type: "folder", title: "Kidney" };
  const first = [card(31, "folder", "Glomeruli"), card(9, "image", "HE"), card(40, "quiz", "Exam", false)];
  answers.set("/v2/share/{token}/items", ({ query }: { query: { page: number } }) => ({
    ...{ parent, path: [parent], total: 4 },
    items: query.page === 1 ? first : [card(10, "image", "PAS")],
  }));
  openLink(`/share/${TOKEN}?embed=1`);
  const slide = await screen.findByRole("link", { name: "HE" });
  expect(slide.getAttribute("href")).toBe(`/share/${TOKEN}/i9?embed=1`);
  expect(screen.getByRole("link", { name: "Glomeruli" }).getAttribute("href")).toBe(`/share/${TOKEN}/f31?embed=1`);
  expect(screen.queryByRole("link", { name: "Exam" })).toBeNull();
  expect(screen.getByText(sharedPageEn.quizNeedsSignIn)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open in a new window" }).getAttribute("href")).not.toContain("embed");
  expect(screen.getByText("3 of 4 items")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("link", { name: "PAS" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

it("an empty folder is reported, under a generic name if its title is hidden", async () => {
  answers.set("/v2/share/{token}", { ...SHARED, shareType: "folder", itemId: 3 });
  const parent = { id: 3, type: "folder" };
  answers.set("/v2/share/{token}/items", { parent, path: [parent], total: 0, items: [] });
  openLink(`/share/${TOKEN}`);
  expect(await screen.findByRole("heading", { name: "Shared folder" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: itemEn.emptyTitle })).toBeTruthy();
});

const gone = [
  ["one that the server rejects", `/share/${TOKEN}`],
  ["an invalid token", "/share/1"],
  ["a path below a token", `/share/${TOKEN}/manage`],
] as const;
for (const [which, address] of gone) {
  it(`${which} does not work, and the page explains what to do`, async () => {
    answers.set("/v2/share/{token}", new AppError("notFound", "no"));
    openLink(address);
    expect(await screen.findByRole("heading", { name: sharedPageEn.goneTitle })).toBeTruthy();
    expect(screen.getByText(sharedPageEn.goneText)).toBeTruthy();
  });
}

it("items that the link does not include do not open", async () => {
  answers.set("/v2/share/{token}", { ...SHARED, shareType: "folder", itemId: 3 });
  answers.set("/v2/image/{id}", new AppError("notFound", "no"));
  openLink(`/share/${TOKEN}/i12`);
  expect(await screen.findByRole("heading", { name: sharedPageEn.goneTitle })).toBeTruthy();
  expect(requests).toContain(`/v2/image/{id} {"parent":"3","share":"${TOKEN}"}`);
});

it("a link for people with an account leads to the sign-in and back", async () => {
  answers.set("/v2/share/{token}", new AppError("unauthenticated", "no"));
  openLink(`/share/${TOKEN}/i9`);
  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("next")).toBe(`/share/${TOKEN}/i9`);
});

it("in a frame it opens in a new window instead", async () => {
  answers.set("/v2/share/{token}", new AppError("unauthenticated", "no"));
  openLink(`/share/${TOKEN}?embed=1`);
  const link = await screen.findByRole("link", { name: "Open in a new window" });
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("href")).not.toContain("embed");
  expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
});

it.each<ErrorKind>(["unavailable", "internal"])("a temporary failure (%s) can be tried again", async (kind) => {
  answers.set("/v2/share/{token}", new AppError(kind, "no"));
  openLink(`/share/${TOKEN}`);
  const again = await screen.findByRole("button", { name: "Try again" });
  answers.set("/v2/share/{token}", SHARED);
  answers.set("/v2/image/{id}", IMAGE);
  fireEvent.click(again);
  expect(await screen.findByRole("heading", { name: "Kidney, HE" })).toBeTruthy();
});

it("a textbook of a shared folder opens with the token: its PDF, summary and diagnosis", async () => {
  answers.set("/v2/share/{token}", { ...SHARED, shareType: "folder", itemId: 3 });
  answers.set("/v2/textbook/{id}", {
    ...{ id: 12, title: "Kidney atlas", subtitle: "", summary: "All glomeruli", diagnosis: "IgA", path: [] },
    ...{ attachmentId: 13, attachmentFilename: "textbook-12.pdf" },
  });
  openLink(`/share/${TOKEN}/t12`);
  expect(await screen.findByRole("heading", { name: "Kidney atlas" })).toBeTruthy();
  expect(requests).toContain(`/v2/textbook/{id} {"parent":"3","share":"${TOKEN}"}`);
  const address = `/api/textbook/12/document?share=${encodeURIComponent(TOKEN)} as textbook-12.pdf`;
  expect(screen.getByText(address)).toBeTruthy();
  expect(screen.getByText("All glomeruli")).toBeTruthy();
});

it.each([
  [false, "with toolbar"],
  [true, "without toolbar"],
])("a radiology item of a shared folder opens with the token; hideToolbar %s", async (hideToolbar, shown) => {
  answers.set("/v2/share/{token}", { ...SHARED, shareType: "folder", itemId: 3, hideToolbar });
  answers.set("/v2/radiology/{id}", {
    ...{ id: 14, title: "Chest CT", subtitle: "", summary: "A nodule", path: [], state: "ready" },
  });
  const instanceUrl = `/radiology/14/2/instance/{n}?share=${TOKEN}`;
  answers.set("/v2/radiology/{id}/series", { instanceUrl, series: [{ number: 1, isShowable: true }] });
  openLink(`/share/${TOKEN}/r14`);
  expect(await screen.findByRole("heading", { name: "Chest CT" })).toBeTruthy();
  expect(requests).toContain(`/v2/radiology/{id} {"parent":"3","share":"${TOKEN}"}`);
  expect(await screen.findByText(`${instanceUrl} ${shown}`)).toBeTruthy();
  expect(requests).toContain(`/v2/radiology/{id}/series {"share":"${TOKEN}"}`);
  expect(screen.getByText("A nodule")).toBeTruthy();
});
