// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { ShownAnnouncement } from "@parfocal/core/announcement/announcement.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { uiEn } from "#ui/ui.en.ts";
import { Announcements } from "./Announcements.tsx";
import { AnnouncementsScreen } from "./AnnouncementsScreen.tsx";
import { announcementEn } from "./announcement.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1, languages: ["en", "de"] } }) }));
/** Replaces the editor, which needs a browser. */
vi.mock("#rich-text/RichTextField.tsx", () => ({
  RichTextField: ({ label, value, error, onChange }: Readonly<Record<string, never>>) => (
    <div>
      <textarea
        aria-label={label}
        value={value}
        onChange={(event) => (onChange as unknown as (html: string) => void)(event.currentTarget.value)}
      />
      <p>{error}</p>
    </div>
  ),
}));
const undone = vi.hoisted(() => ({ undo: () => {} }));
vi.mock("#ui/undo-toast.tsx", () => ({
  showUndo: (_text: string, _button: string, undo: () => void) => {
    undone.undo = undo;
  },
}));
const appEn = {
  ...{ roleAdministrator: "Administrator", roleTeacher: "Teacher" },
  ...{ roleExpert: "Expert", roleLearner: "Learner" },
};

beforeAll(async () => {
  const translation = { app: appEn, announcement: announcementEn, ui: uiEn };
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: what the banner has set
  document.cookie = "parfocal-announcement-1=; Max-Age=0; Path=/";
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}
let sent: Sent[] = [];

function show(part: React.ReactNode, answerFor: (sent: Sent) => readonly [status: number, answer: unknown]): void {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const one = { method, path: url, body: body ? JSON.parse(String(body)) : null };
    if (method !== "GET") sent.push(one);
    const [status, answer] = answerFor(one);
    return new Response(status === 204 ? null : JSON.stringify(answer), { status });
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {part}
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const textOf = (en: string, de = "") => ({ en: `<p>${en}</p>`, de });
const banner = (one: Partial<ShownAnnouncement>): ShownAnnouncement => ({
  ...{ id: 1, version: 1, sticky: false, content: textOf("Maintenance") },
  ...one,
});

it("several are shown one at a time; closing one leaves the others, and a sticky one cannot be closed", async () => {
  const announcements = [banner({ id: 2, sticky: true, content: textOf("Exam") }), banner({})];
  show(<Announcements isEmbedded={false} />, () => [200, { announcements }]);
  const region = await screen.findByRole("region", { name: announcementEn.banner });
  expect(within(region).getByText("Exam")).toBeTruthy();
  expect(within(region).queryByRole("button", { name: announcementEn.close })).toBeNull();
  expect(within(region).getByRole("status").textContent).toBe("1 of 2");
  fireEvent.click(within(region).getByRole("button", { name: announcementEn.next }));
  expect(within(region).getByText("Maintenance")).toBeTruthy();
  fireEvent.click(within(region).getByRole("button", { name: announcementEn.close }));
  expect(within(region).getByText("Exam")).toBeTruthy();
  expect(within(region).queryByRole("status")).toBeNull();
  expect(document.cookie).toContain("parfocal-announcement-1=1");
});

it("an embedded page requests none", () => {
  let requestCount = 0;
  show(<Announcements isEmbedded />, () => {
    requestCount += 1;
    return [200, { announcements: [banner({})] }];
  });
  expect([requestCount, screen.queryByRole("region")]).toEqual([0, null]);
});

const SAVED = {
  ...{ id: 5, version: 3, content: textOf("Closed on <strong>Friday</strong>"), dateStart: "2027-01-31 18:00:00" },
  ...{ dateEnd: null, readers: ["guest", "learner"], sticky: true, isActive: true, state: "planned" },
  changedAt: "2026-11-24T02:00:00.000Z",
};
const openScreen = (answerFor: (sent: Sent) => readonly [number, unknown]) => {
  show(<AnnouncementsScreen />, (one) =>
    one.method === "GET" ? [200, { announcements: [{ ...SAVED, ...newer }] }] : answerFor(one),
  );
  return screen.findByRole("list");
};
let newer: object = {};

it("the list shows state, time and readers; deleting can be undone", async () => {
  const list = await openScreen(({ method }) => [method === "DELETE" ? 204 : 200, SAVED]);
  expect(list.textContent).toContain("Planned");
  expect(list.textContent).toContain("Closed on Friday");
  expect(list.textContent).toContain("Guests, Learner · cannot be closed");
  expect(list.textContent).toMatch(/from 31 Jan 2027/);
  fireEvent.click(within(list).getByRole("button", { name: "Delete: Closed on Friday" }));
  await vi.waitFor(() =>
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(["DELETE /api/v2/announcements/5"]),
  );
  await vi.waitFor(() => {
    undone.undo();
    expect(sent.at(-1)?.path).toBe("/api/v2/announcements/5/restore");
  });
});

it("problems are shown at their fields; a later save shows the other text and can keep one's own", async () => {
  const list = await openScreen(({ body }) => {
    if ((body as typeof SAVED).version === 4) return [200, SAVED];
    newer = { version: 4, content: textOf("Closed on Monday") };
    return [409, { message: "Changed.", data: ["changedSince"] }];
  });
  fireEvent.click(within(list).getByRole("button", { name: "Edit: Closed on Friday" }));
  const dialog = await screen.findByRole("dialog");
  const save = () => fireEvent.click(within(dialog).getByRole("button", { name: announcementEn.save }));
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  type("Text (English)", "<p></p>");
  type(announcementEn.dateEnd, "2027-01-31T17:00:00");
  save();
  expect(await within(dialog).findByText(announcementEn.textMissing)).toBeTruthy();
  expect(within(dialog).getByText(announcementEn.endsBeforeStart)).toBeTruthy();
  expect(sent).toEqual([]);
  type("Text (English)", "<p>Closed on Tuesday</p>");
  type(announcementEn.dateEnd, "");
  save();
  expect(await within(dialog).findByText("Closed on Monday")).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: announcementEn.keepMine }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    path: "/api/v2/announcements/5",
    body: { version: 4, content: { en: "<p>Closed on Tuesday</p>" }, readers: ["guest", "learner"], sticky: true },
  });
});
