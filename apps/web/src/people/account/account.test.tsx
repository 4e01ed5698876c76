// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { MESSAGES } from "@parfocal/core/messages.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { courseEn } from "#course/course.en.ts";
import { platformEn } from "#platform/platform.en.ts";
import { SessionProvider } from "#platform/session.tsx";
import { secondFactorEn } from "#second-factor/second-factor.en.ts";
import { sessionEn } from "#session/session.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { AccountPage } from "./AccountPage.tsx";
import { accountEn } from "./account.en.ts";

const site = { id: 1, title: "Parfocal" };
const user = { id: 4, displayName: "Ada", email: "ada@demo.test", role: "teacher", capabilities: ["learn"] };
const profile = {
  id: 4,
  displayName: "Ada",
  email: "ada@demo.test",
  role: "teacher",
  otherSessionCount: 0,
  language: null,
  colourScheme: null,
  wantsCommentMails: false,
};
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

type Answers = Readonly<Record<string, (body: unknown) => Response>>;

/** @param answers by method and path. */
async function showPage(answers: Answers): Promise<void> {
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const path = new URL(url, "http://page.invalid").pathname.replace("/api", "");
    if (path === "/session") return json(200, { user, site, nonce: "n" });
    return (
      answers[`${method} ${path}`]?.(body ? JSON.parse(String(body)) : undefined) ??
      json(404, { message: "There is no such call.", data: [] })
    );
  });
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: "/$site/account", component: AccountPage }),
  ]);
  const history = createMemoryHistory({ initialEntries: ["/s1/account"] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <SessionProvider waiting={null} renderFailure={() => null}>
          <RouterProvider router={createRouter({ routeTree, history }) as never} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

beforeAll(async () => {
  const translation = {
    account: accountEn,
    course: courseEn,
    platform: platformEn,
    secondFactor: secondFactorEn,
    session: sessionEn,
    ui: uiEn,
  };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a profile that cannot be loaded is reported in the fixed words, and can be requested again", async () => {
  let isBroken = true;
  await showPage({
    "GET /user/profile": () => (isBroken ? json(500, { message: "It broke.", data: [] }) : json(200, profile)),
  });
  expect(await screen.findByText(MESSAGES["profile.loadFailed"])).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: uiEn.tryAgain }));
  expect(await screen.findByDisplayValue("Ada")).toBeTruthy();
});

it("a name that cannot be saved stays, with the server's message", async () => {
  await showPage({
    "GET /user/profile": () => json(200, profile),
    "PUT /user/profile": () => json(400, { message: "This name cannot be used.", data: [] }),
  });
  fireEvent.change(await screen.findByDisplayValue("Ada"), { target: { value: "Ada L." } });
  fireEvent.click(screen.getByRole("button", { name: accountEn.save }));
  expect(await screen.findByText("This name cannot be used.")).toBeTruthy();
  expect(screen.getByDisplayValue("Ada L.")).toBeTruthy();
});

it("a name that cannot be saved without a server message is reported in the fixed words", async () => {
  await showPage({
    "GET /user/profile": () => json(200, profile),
    "PUT /user/profile": () => json(500, { message: "", data: [] }),
  });
  fireEvent.change(await screen.findByDisplayValue("Ada"), { target: { value: "Ada L." } });
  fireEvent.click(screen.getByRole("button", { name: accountEn.save }));
  expect(await screen.findByText(MESSAGES["profile.updateFailed"])).toBeTruthy();
});

it("emails about comments are off until the person selects them", async () => {
  const sent: unknown[] = [];
  await showPage({
    "GET /user/profile": () => json(200, profile),
    "PUT /user/profile": (body) => {
      sent.push(body);
      return json(200, { ...profile, wantsCommentMails: true });
    },
  });
  const mails = await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${accountEn.commentMails}`));
  expect(mails.checked).toBe(false);
  fireEvent.click(mails);
  fireEvent.click(screen.getByRole("button", { name: accountEn.save }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ displayName: "Ada", wantsCommentMails: true }]));
});

it.each([
  ["currentPasswordIncorrect", accountEn.currentPasswordIncorrect, accountEn.currentPassword],
  ["newPasswordDoNotMatch", accountEn.newPasswordDoNotMatch, accountEn.newPasswordRepeated],
  ["passwordTooCommon", accountEn.passwordTooCommon, accountEn.newPassword],
])("the server's code %s is shown at its field", async (code, text, label) => {
  await showPage({
    "GET /user/profile": () => json(200, profile),
    "PUT /user/password": () => json(400, { message: "No.", data: [code] }),
  });
  await screen.findByDisplayValue("Ada");
  for (const name of [accountEn.currentPassword, accountEn.newPassword, accountEn.newPasswordRepeated])
    fireEvent.change(screen.getByLabelText(name), { target: { value: "twelve characters" } });
  fireEvent.click(screen.getByRole("button", { name: accountEn.changePassword }));
  expect(await screen.findByText(text)).toBeTruthy();
  const field = screen.getByLabelText(label);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
});
