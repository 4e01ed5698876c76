// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { uiEn } from "#ui/ui.en.ts";
import { ConsentHost } from "./ConsentHost.tsx";
import { consentEn } from "./consent.en.ts";
import { closeConsent, reopenConsent } from "./consent-store.ts";
import { pageViewUrl } from "./page-view.ts";

const session = vi.hoisted(() => ({ trackingUrl: "" }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({
    site: { id: 3, trackingUrl: session.trackingUrl, links: { support: "", imprint: "", privacy: "/privacy" } },
  }),
}));
vi.mock("#ui/settled.ts", () => ({ useIsSettled: () => true }));
let sent: string[] = [];
const TRACKING_URL = "https://stats.example.org/matomo.php?idsite=1";

beforeAll(async () => {
  const translation = { app: { privacy: "Privacy policy" }, consent: consentEn, ui: uiEn };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation } } });
});
beforeEach(() => {
  sent = [];
  session.trackingUrl = "";
  vi.stubGlobal("fetch", async (url: string) => {
    sent.push(url);
    return new Response(null);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: what the banner has set
  document.cookie = "parfocal-consent=; Max-Age=0; Path=/";
  closeConsent();
});

const show = (props: Partial<Parameters<typeof ConsentHost>[0]> = {}) =>
  render(<ConsentHost isEmbedded={false} trackedPath="/s3/course2/" {...props} />, { wrapper: MantineProvider });
const banner = () => screen.findByRole("region", { name: consentEn.title });

it("the choice is visible until accepted, does not take the focus, and offers no tracking if the site has none", async () => {
  show();
  await banner();
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByRole("link", { name: "Privacy policy" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: consentEn.accept }));
  expect(screen.queryByRole("region")).toBeNull();
  expect(document.cookie).toContain("parfocal-consent=technical");
  expect(sent).toEqual([]);
});

it("page views are sent after consent to tracking, and no longer after its withdrawal", async () => {
  session.trackingUrl = TRACKING_URL;
  const { rerender } = show();
  await banner();
  const technical = screen.getByRole("checkbox", { name: consentEn.technical }) as HTMLInputElement;
  expect([technical.checked, technical.disabled]).toEqual([true, true]);
  const tracking = () => screen.getByRole("checkbox", { name: consentEn.tracking }) as HTMLInputElement;
  expect([tracking().checked, sent]).toEqual([false, []]);
  fireEvent.click(tracking());
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: consentEn.acceptSelected }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toContain("https://stats.example.org/matomo.php?idsite=1&url=");
  expect(decodeURIComponent(sent[0] ?? "")).toContain("/s3/course2/");
  rerender(<ConsentHost isEmbedded={false} trackedPath={null} />);
  rerender(<ConsentHost isEmbedded={false} trackedPath="/s3/course4/" />);
  expect(sent).toHaveLength(2);
  reopenConsent();
  const region = await banner();
  expect(document.activeElement).toBe(region);
  expect(tracking().checked).toBe(true);
  fireEvent.click(tracking());
  fireEvent.click(screen.getByRole("button", { name: consentEn.acceptSelected }));
  rerender(<ConsentHost isEmbedded={false} trackedPath="/s3/course5/" />);
  expect(sent).toHaveLength(2);
});

it("a person who accepted before the site had a tracking URL is asked again", async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: of an earlier visit
  document.cookie = "parfocal-consent=technical; Path=/";
  closeConsent();
  session.trackingUrl = TRACKING_URL;
  show();
  await banner();
  expect(sent).toEqual([]);
});

it("an embedded page does not ask, and tracks nothing", async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: of an earlier visit
  document.cookie = "parfocal-consent=technical.3+; Path=/";
  closeConsent();
  session.trackingUrl = TRACKING_URL;
  show({ isEmbedded: true });
  expect(screen.queryByRole("region")).toBeNull();
  expect(sent).toEqual([]);
});

it("a page view contains the page's URL without its query", () => {
  const view = { origin: "https://slides.example.edu", path: "/s3/course2/i9/" };
  expect(pageViewUrl("https://stats.example.org?site=a&url=x", view)).toBe(
    "https://stats.example.org/?site=a&url=https%3A%2F%2Fslides.example.edu%2Fs3%2Fcourse2%2Fi9%2F",
  );
});
