// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, renderHook, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { useIsConsentReopened } from "#consent/consent-store.ts";
import { uiEn } from "#ui/ui.en.ts";
import { OptionsScreen } from "./OptionsScreen.tsx";
import { optionEn } from "./option.en.ts";
import { SiteFoot } from "./SiteLinks.tsx";

const appEn = {
  siteLinks: "About this site",
  support: "Support",
  imprint: "Imprint",
  privacy: "Privacy policy",
  cookies: "Cookies",
};
const session = vi.hoisted(() => ({
  links: { support: "", imprint: "", privacy: "" },
  logo: null as null | { key: string; widthPx: number; heightPx: number },
}));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({
    site: { id: 1, title: "Anatomy", links: session.links, logo: session.logo },
    refresh: async () => {},
  }),
}));

const undone = vi.hoisted(() => ({ undo: () => {} }));
vi.mock("#ui/undo-toast.tsx", () => ({
  showUndo: (_text: string, _button: string, undo: () => void) => {
    undone.undo = undo;
  },
}));

const SAVED = {
  ...{
    title: "Anatomy",
    timeZone: "UTC",
    languages: ["en", "de"],
    publicContent: false,
    expertsManageContent: false,
    registrationOpen: false,
    allowedEmailDomains: [],
    secondFactorRequired: false,
    auditDays: 365,
    sessionIdleMinutes: 480,
    sessionHours: 24,
    keptSessionDays: 30,
    origins: [],
    embedHosts: ["videos.example.org"],
  },
  ...{
    frameHosts: [],
    hostIssuer: "",
    hostAudience: "",
    hostKeysUrl: "",
    hostAdministrators: false,
    tileHosts: [],
    mailSender: "",
    trackingUrl: "",
    supportContact: "",
    imprintUrl: "",
    privacyUrl: "",
  },
};
const onTheWire = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

let sent: unknown[] = [];
let answerPut: (body: Readonly<Record<string, { value: unknown }>>) => Response;
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

beforeAll(async () => {
  // A growing text field waits for fonts, which do not exist here.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  const translation = { app: appEn, option: optionEn, ui: uiEn };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  session.links = { support: "", imprint: "", privacy: "" };
  session.logo = null;
});

async function showOptions(): Promise<void> {
  sent = [];
  answerPut = (body) => answer(200, { ...onTheWire(SAVED), ...body });
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (url.includes("/options/mail"))
      return answer(200, { isServerConfigured: true, waiting: 0, total: 0, mails: [] });
    if (url.startsWith("/api/site/")) return new Response(new Blob(["webp"], { type: "image/webp" }));
    if (url.endsWith("/v2/site/logo")) {
      sent.push(method === "PUT" ? JSON.parse(String(body)) : method);
      return method === "PUT"
        ? answer(200, { key: "b", widthPx: 20, heightPx: 10 })
        : new Response(null, { status: 204 });
    }
    if (method === "GET") return answer(200, onTheWire(SAVED));
    const changed = JSON.parse(String(body)) as Readonly<Record<string, { value: unknown }>>;
    sent.push(changed);
    return answerPut(changed);
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <OptionsScreen />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByDisplayValue("Anatomy");
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const saveButton = () => screen.getByRole("button", { name: optionEn.save }) as HTMLButtonElement;

it("only changes are sent, in their stored form", async () => {
  await showOptions();
  expect(saveButton().disabled).toBe(true);
  type(optionEn.imprintUrl, " https://example.org/imprint ");
  type(optionEn.origins, "https://slides.example.edu/\n\n");
  type(optionEn.title, "Anatomy ");
  fireEvent.click(screen.getByRole("switch", { name: new RegExp(`^${optionEn.publicContent}`) }));
  const experts = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${optionEn.expertsManageContent}`));
  expect(experts.checked).toBe(false);
  fireEvent.click(experts);
  fireEvent.click(saveButton());
  await vi.waitFor(() => expect(saveButton().disabled).toBe(true));
  expect(sent).toEqual([
    onTheWire({
      publicContent: true,
      expertsManageContent: true,
      origins: ["https://slides.example.edu"],
      imprintUrl: "https://example.org/imprint",
    }),
  ]);
});

it.each([
  [optionEn.title, "  ", optionEn.missing],
  [optionEn.origins, "slides.example.edu", optionEn.malformed_origin],
  [optionEn.embedHosts, "localhost", optionEn.malformed_embedHost],
  [optionEn.supportContact, "javascript:alert(1)", optionEn.malformed_contact],
  [optionEn.title, "x".repeat(121), "The limit is 120 characters."],
])("%s with the value %j: the problem is shown at the field, and nothing is sent", async (label, value, text) => {
  await showOptions();
  type(label, value);
  fireEvent.click(saveButton());
  expect(await screen.findByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(label));
  expect(sent).toEqual([]);
});

it("a rejection is shown with the server's message, and the input stays", async () => {
  await showOptions();
  answerPut = () => answer(400, { message: "This cannot be saved.", data: [] });
  type(optionEn.title, "Pathology");
  fireEvent.click(saveButton());
  expect(await screen.findByText("This cannot be saved.")).toBeTruthy();
  expect(screen.getByDisplayValue("Pathology")).toBeTruthy();
});

it("discarding changes shows the saved values", async () => {
  await showOptions();
  type(optionEn.title, "Pathology");
  fireEvent.click(screen.getByRole("button", { name: optionEn.discard }));
  expect(screen.getByDisplayValue("Anatomy")).toBeTruthy();
  expect(screen.queryByRole("button", { name: optionEn.discard })).toBeNull();
});

it("a logo can be selected, has the site's name as alternative text, and can be removed with undo", async () => {
  await showOptions();
  const choose = (file: File) =>
    fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, { target: { files: [file] } });
  choose(new File([new Uint8Array(1_500_001)], "logo.png"));
  expect(await screen.findByText("The limit for a logo is 1.5 MB.")).toBeTruthy();
  expect(sent).toEqual([]);
  choose(new File(["png"], "logo.png", { type: "image/png" }));
  await vi.waitFor(() => expect(sent).toEqual([{ dataUrl: "data:image/png;base64,cG5n" }]));
  cleanup();
  session.logo = { key: "a", widthPx: 300, heightPx: 128 };
  await showOptions();
  const logo = screen.getByRole("img", { name: "Anatomy" });
  expect([logo.getAttribute("src"), logo.getAttribute("width"), logo.getAttribute("height")]).toEqual([
    "/api/site/1/logo/a",
    "150",
    "64",
  ]);
  fireEvent.click(screen.getByRole("button", { name: optionEn.logoRemove }));
  await vi.waitFor(() => expect(sent).toEqual(["DELETE"]));
  await vi.waitFor(() => {
    undone.undo();
    expect(sent.at(-1)).toEqual({ dataUrl: "data:image/webp;base64,d2VicA==" });
  });
});

const showFoot = () => render(<SiteFoot />, { wrapper: MantineProvider });

it("the page footer contains the links that are set", () => {
  session.links = { support: "help@example.org", imprint: "", privacy: "https://example.org/privacy" };
  showFoot();
  const links = within(screen.getByRole("navigation", { name: appEn.siteLinks })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    [appEn.support, "mailto:help@example.org"],
    [appEn.privacy, "https://example.org/privacy"],
  ]);
});

it("the page footer opens the cookie settings, even if no link is set", () => {
  showFoot();
  expect(screen.queryByRole("link")).toBeNull();
  const { result } = renderHook(() => useIsConsentReopened());
  fireEvent.click(screen.getByRole("button", { name: appEn.cookies }));
  expect(result.current).toBe(true);
});
