// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { setTransport, standaloneTransport } from "#platform/transport.ts";
import { uiEn } from "#ui/ui.en.ts";
import { SignInAgainDialog } from "./SignInAgainDialog.tsx";
import { sessionEn } from "./session.en.ts";

vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({ user: { email: "ada@demo.test" }, site: {}, isExpired: true, signOut: vi.fn() }),
}));
vi.mock("./SignInForm.tsx", () => ({ SignInForm: ({ login }: { login: string }) => <p>form for {login}</p> }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { session: sessionEn, ui: uiEn } } },
  });
});
afterEach(() => {
  cleanup();
  setTransport(standaloneTransport);
  vi.restoreAllMocks();
});

const show = () =>
  render(
    <MantineProvider>
      <SignInAgainDialog />
    </MantineProvider>,
  );

it("asks for the password on top of the page", () => {
  show();
  expect(screen.getByText("form for ada@demo.test")).toBeTruthy();
  expect(screen.queryByText(sessionEn.expiredAtHost)).toBeNull();
});

it("does not ask for a password if the embedding site provides the session: it signs in, and the page reloads", () => {
  setTransport({ ...standaloneTransport, renewToken: async () => false });
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  show();
  expect(screen.getByText(sessionEn.expiredAtHost)).toBeTruthy();
  expect(screen.queryByText("form for ada@demo.test")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(reload).toHaveBeenCalledOnce();
});
