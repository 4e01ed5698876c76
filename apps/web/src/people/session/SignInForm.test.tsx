// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { platformEn } from "#platform/platform.en.ts";
import { requestIdentity, setRequestIdentity } from "#platform/request-identity.ts";
import { SessionProvider, useSession } from "#platform/session.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { sessionEn } from "./session.en.ts";

const site = { id: 1, title: "Parfocal" };
const user = { id: 4, displayName: "Ada", email: "ada@demo.test", role: "teacher", capabilities: ["learn"] };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** The server: a guest's session, and this response to signing in. */
function serverAnswersSignIn(answer: () => Response): void {
  vi.stubGlobal("fetch", async (_url: string, { method }: RequestInit) =>
    method === "POST" ? answer() : json(200, { user: null, site, nonce: null, newMemberships: [] }),
  );
}

function WhoIsIn() {
  return <output>{useSession().user?.displayName ?? "nobody"}</output>;
}

async function showForm(): Promise<void> {
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SessionProvider waiting={null} renderFailure={() => null}>
          <SignInForm />
          <WhoIsIn />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByLabelText("Password");
}

function fill(login: string, password: string): void {
  fireEvent.change(screen.getByLabelText("Email or username"), { target: { value: login } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

beforeAll(async () => {
  const resources = { en: { translation: { session: sessionEn, platform: platformEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources });
});
beforeEach(() => setRequestIdentity({ siteId: null, nonce: null }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the sign-in form", () => {
  it("signs in, and every later call contains the nonce", async () => {
    serverAnswersSignIn(() => json(200, { user, site, nonce: "n-1", token: "t", newMemberships: [] }));
    await showForm();
    fill("ada@demo.test", "correct horse");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Ada"));
    expect(requestIdentity()).toEqual({ siteId: 1, nonce: "n-1", filePass: null });
  });

  const refusals: [status: number, message: string, shown: string][] = [
    [401, "Incorrect username or password.", "Sign-in failed. Check your username and password, then try again."],
    [400, "Too short", "Sign-in failed. Check your username and password, then try again."],
    [429, "Too many attempts.", "Too many attempts. Try again in 15 minutes."],
  ];
  for (const [status, message, shown] of refusals) {
    it(`${status}: shows "${shown}" and focuses the password`, async () => {
      serverAnswersSignIn(() => json(status, { message, data: [] }));
      await showForm();
      fill("ada@demo.test", "wrong");
      expect(await screen.findByText(shown)).toBeTruthy();
      expect(document.activeElement).toBe(screen.getByLabelText("Password"));
      expect(screen.getByRole("status").textContent).toBe("nobody");
    });
  }

  it("asks for a code if there is a second factor, and keeps the input", async () => {
    const answers = [
      json(401, { message: "Enter the code.", data: ["secondFactorNeeded"] }),
      json(401, { message: "Wrong.", data: ["secondFactorWrong"] }),
      json(200, { user, site, nonce: "n-1", token: "t", newMemberships: [] }),
    ];
    serverAnswersSignIn(() => answers.shift() as Response);
    await showForm();
    fill("ada@demo.test", "correct horse");
    const code = await screen.findByLabelText("Code");
    expect(document.activeElement).toBe(code);
    fireEvent.change(code, { target: { value: "123456" } });
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText(sessionEn.codeWrong)).toBeTruthy();
    expect(document.activeElement).toBe(code);
    fireEvent.change(code, { target: { value: "234567" } });
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Ada"));
  });

  it("reports missing fields without a request", async () => {
    serverAnswersSignIn(() => {
      throw new AppError("internal", "must not be asked");
    });
    await showForm();
    fill("  ", "x");
    expect(await screen.findByText("Enter your email or username.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Email or username"));
  });

  it("shows the password on demand", async () => {
    serverAnswersSignIn(() => json(401, {}));
    await showForm();
    fireEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("text");
  });

  it("signs in with a passkey if the browser supports it", async () => {
    const credential = { id: "AAAA" };
    const sent: unknown[] = [];
    vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: (options: unknown) => options });
    vi.stubGlobal("navigator", { ...navigator, credentials: { get: async () => ({ toJSON: () => credential }) } });
    vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
      if (method !== "POST") return json(200, { user: null, site, nonce: null, newMemberships: [] });
      sent.push(JSON.parse(String(body)));
      if (url.endsWith("/begin")) return json(200, { challenge: "AAAA" });
      return json(200, { user, site, nonce: "n-1", token: "t", newMemberships: [] });
    });
    await showForm();
    fireEvent.click(screen.getByRole("button", { name: sessionEn.withPasskey }));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Ada"));
    expect(sent).toEqual([null, { credential, staySignedIn: false }]);
  });

  it("reports that no passkey was used if the person cancels", async () => {
    vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: (options: unknown) => options });
    const get = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    vi.stubGlobal("navigator", { ...navigator, credentials: { get } });
    serverAnswersSignIn(() => json(200, { challenge: "AAAA" }));
    await showForm();
    fireEvent.click(screen.getByRole("button", { name: sessionEn.withPasskey }));
    expect(await screen.findByText(sessionEn.passkeyCancelled)).toBeTruthy();
  });
});
