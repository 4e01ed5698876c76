// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { sessionEn } from "#session/session.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { PasskeySection } from "./PasskeySection.tsx";
import { passkeyEn } from "./passkey.en.ts";

const phone = { id: 7, name: "Phone", createdAt: "2026-11-01T10:00:00.000Z", lastUsedAt: null };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** @param create result of the device. @returns requests to the server. */
function show(answers: Readonly<Record<string, () => Response>>, create?: () => Promise<unknown>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const path = new URL(url, "http://page.invalid").pathname.replace("/api", "");
    sent.push({ method, path, body: typeof body === "string" ? JSON.parse(body) : null });
    return answers[`${method} ${path}`]?.() ?? json(404, { message: "There is no such call.", data: [] });
  });
  if (create) {
    const parse = (options: unknown) => options;
    vi.stubGlobal("PublicKeyCredential", {
      parseRequestOptionsFromJSON: parse,
      parseCreationOptionsFromJSON: parse,
    });
    vi.stubGlobal("navigator", { ...navigator, language: "en", credentials: { create } });
  }
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PasskeySection />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return sent;
}

async function fillForm(): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: passkeyEn.add }));
  fireEvent.change(screen.getByLabelText(passkeyEn.name), { target: { value: " Phone " } });
  fireEvent.change(screen.getByLabelText(passkeyEn.password), { target: { value: "a password" } });
  fireEvent.click(screen.getByRole("button", { name: passkeyEn.add }));
}

beforeAll(async () => {
  const translation = { passkey: passkeyEn, platform: platformEn, session: sessionEn, ui: uiEn };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const started = { challenge: "AAAA" };

it("adds the passkey of the device under the entered name", async () => {
  let passkeys: unknown[] = [];
  const credential = { id: "AAAA" };
  const sent = show(
    {
      "GET /user/passkeys": () => json(200, { passkeys }),
      "POST /user/passkeys/begin": () => json(200, started),
      "POST /user/passkeys": () => {
        passkeys = [phone];
        return json(200, phone);
      },
    },
    async () => ({ toJSON: () => credential }),
  );
  expect(await screen.findByText(passkeyEn.none)).toBeTruthy();
  await fillForm();
  expect(await screen.findByRole("button", { name: "Remove “Phone”" })).toBeTruthy();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([
    { method: "POST", path: "/user/passkeys/begin", body: { currentPassword: "a password" } },
    { method: "POST", path: "/user/passkeys", body: { name: "Phone", credential } },
  ]);
});

it.each([
  ["InvalidStateError", passkeyEn.known],
  ["NotAllowedError", passkeyEn.cancelled],
])("the device's %s is explained, and the input stays", async (name, text) => {
  show(
    { "GET /user/passkeys": () => json(200, { passkeys: [] }), "POST /user/passkeys/begin": () => json(200, started) },
    () => Promise.reject(new DOMException("no", name)),
  );
  await fillForm();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByDisplayValue("Phone")).toBeTruthy();
});

it("a wrong password is shown at its field", async () => {
  show(
    {
      "GET /user/passkeys": () => json(200, { passkeys: [] }),
      "POST /user/passkeys/begin": () => json(400, { message: "No.", data: ["currentPasswordIncorrect"] }),
    },
    async () => null,
  );
  await fillForm();
  await screen.findByText(passkeyEn.passwordWrong);
  expect(screen.getByLabelText(passkeyEn.password).getAttribute("aria-invalid")).toBe("true");
});

it("asks before removing one; if the browser has no passkeys, none can be added", async () => {
  let passkeys: unknown[] = [phone];
  const sent = show({
    "GET /user/passkeys": () => json(200, { passkeys }),
    "DELETE /user/passkeys/7": () => {
      passkeys = [];
      return new Response(null, { status: 204 });
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Remove “Phone”" }));
  expect(screen.getByText("Remove “Phone”?")).toBeTruthy();
  expect(sent.some(({ method }) => method === "DELETE")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: passkeyEn.remove }));
  expect(await screen.findByText(passkeyEn.none)).toBeTruthy();
  expect(screen.getByText(passkeyEn.unsupported)).toBeTruthy();
  expect(screen.queryByRole("button", { name: passkeyEn.add })).toBeNull();
});
