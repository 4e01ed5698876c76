// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { SessionProvider } from "#platform/session.tsx";
import { sessionEn } from "#session/session.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { personalDataEn } from "./personal-data.en.ts";

const user = { id: 4, displayName: "Ada", email: "ada@demo.test", role: "learner", capabilities: ["learn"] };
const session = { user, site: { id: 1, title: "Parfocal" }, nonce: "n" };
const NOTHING = { id: 4, annotations: 0, notes: 0, registrations: 0, userGroups: 0, workGroups: 0, content: 0 };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** @returns bodies of the deletion requests. */
function showAccount(data: object, deletion: () => Response): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    const path = new URL(url, "http://page.invalid").pathname.replace("/api", "");
    if (path === "/session") return json(200, session);
    if (path === "/user/data") return json(200, { ...NOTHING, hasPassword: true, ...data });
    sent.push(JSON.parse(String(body)));
    return deletion();
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SessionProvider waiting={null} renderFailure={() => null}>
          <DeleteAccount email="ada@demo.test" />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return sent;
}

beforeAll(async () => {
  const translation = { personalData: personalDataEn, platform: platformEn, session: sessionEn, ui: uiEn };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole("button", { name: "Delete my account" }));

async function openQuestion(): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: "Delete my account" }));
  await screen.findByLabelText("Email address, to confirm");
}

const refuse = (status: number, code: string) => () => json(status, { message: "Refused", data: [code] });

describe("the confirmation before one's own account is deleted", () => {
  it("lists the person's data, and sends nothing before email address and password are entered", async () => {
    const sent = showAccount({ annotations: 1234 }, refuse(400, "currentPasswordIncorrect"));
    await openQuestion();
    expect(screen.getByText("1,234")).toBeTruthy();
    fill("Email address, to confirm", "eva@demo.test");
    press();
    expect(screen.getByText(personalDataEn.confirmWrong)).toBeTruthy();
    fill("Email address, to confirm", "ADA@demo.test");
    press();
    expect(await screen.findByText(personalDataEn.passwordWrong)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("keeps annotations and notes unless the person chooses otherwise, and reports a wrong password", async () => {
    const sent = showAccount({ notes: 2 }, refuse(400, "currentPasswordIncorrect"));
    await openQuestion();
    fill("Email address, to confirm", "ada@demo.test");
    fill("Current password", "a guess");
    press();
    expect(await screen.findByText(personalDataEn.passwordWrong)).toBeTruthy();
    expect(sent).toEqual([{ work: "keep", currentPassword: "a guess" }]);
    fireEvent.click(screen.getByLabelText("Delete"));
    press();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ work: "remove", currentPassword: "a guess" });
  });

  it("does not ask for a password if the account has none, and requests a new sign-in", async () => {
    const sent = showAccount({ hasPassword: false }, refuse(409, "signInAgain"));
    await openQuestion();
    expect(screen.queryByLabelText("Current password")).toBeNull();
    fill("Email address, to confirm", "ada@demo.test");
    press();
    expect(await screen.findByText(personalDataEn.signInAgain)).toBeTruthy();
    expect(sent).toEqual([{ work: "keep", currentPassword: null }]);
  });
});
