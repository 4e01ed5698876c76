// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { SessionProvider } from "#platform/session.tsx";
import { inviteEn } from "./invite.en.ts";
import { JoinForm } from "./JoinForm.tsx";

const CODE = "ABCDE-FGHJK-MNPQR-STVWX";
const site = { id: 1, title: "Parfocal" };
const user = { id: 4, displayName: "Lea", email: "lea@demo.test", role: "learner", capabilities: ["learn"] };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

let sent: unknown[] = [];

/** @param answer response to the code. */
function showForm(answer: () => Response): void {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    if (url.includes("/session")) return json(200, { user, site, nonce: "n", newMemberships: [] });
    sent.push(JSON.parse(String(body)));
    return answer();
  });
  const root = createRootRoute({ component: () => <JoinForm code={CODE} /> });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionProvider waiting={null} renderFailure={() => null}>
          <RouterProvider router={createRouter({ routeTree: root, history, trailingSlash: "preserve" }) as never} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const join = async () => fireEvent.click(await screen.findByRole("button", { name: "Join group" }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { invite: inviteEn, platform: platformEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("sends the code for the signed-in person, and shows the group and its content", async () => {
  const opens = [[{ id: 7, type: "course", title: "Histology" }]];
  showForm(() => json(200, { group: { id: 5, title: "Semester <3> & Co" }, opens }));
  await join();
  expect(await screen.findByText("You've been added to the Semester <3> & Co group")).toBeTruthy();
  expect((await screen.findByRole("link", { name: "Histology" })).getAttribute("href")).toBe("/s1/course7/");
  expect(sent).toEqual([{ code: CODE, userId: 4 }]);
});

const refusals: [status: number, code: string, text: string][] = [
  [404, "inviteUnknown", "This code does not work. Check it, or ask for a new one."],
  [429, "tooManyAttempts", "Too many wrong codes. Try again later."],
];
for (const [status, code, text] of refusals) {
  it(`explains ${status} at the field, and keeps the input`, async () => {
    showForm(() => json(status, { message: "Said by the server.", data: [code], requestId: "r" }));
    await join();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Invite code" }).value).toBe(CODE);
  });
}

it("sends nothing without a code", async () => {
  showForm(() => json(500, {}));
  fireEvent.change(await screen.findByRole("textbox", { name: "Invite code" }), { target: { value: "  " } });
  await join();
  expect(await screen.findByText("Enter the code.")).toBeTruthy();
  expect(sent).toEqual([]);
});
