// @vitest-environment happy-dom
/** If the server has newer pages, the page announces it with the next response, and reloads on request. */
import { MantineProvider } from "@mantine/core";
import { getCourse } from "@parfocal/core/course/course.contract.ts";
import { act, cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { appEn } from "./app.en.ts";
import { OutdatedNotice } from "./OutdatedNotice.tsx";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { app: appEn } } } });
});
beforeEach(() => {
  document.head.innerHTML = '<meta name="build" content="older">';
  render(
    <MantineProvider env="test">
      <OutdatedNotice />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function answerWith(headers: Record<string, string>, status = 200): Promise<void> {
  vi.stubGlobal("fetch", async () => new Response("{}", { status, headers }));
  await act(() => call(getCourse, { params: { id: 7 } }).catch(() => {}));
}
const button = () => screen.queryByRole("button", { name: "Reload page" });

it("nothing is shown while the build is the same or unknown", async () => {
  await answerWith({ "x-parfocal-build": "older" });
  await answerWith({});
  document.head.innerHTML = "";
  await answerWith({ "x-parfocal-build": "newer" });
  expect(button()).toBeNull();
});

it("a response of a newer build, even an error, offers to reload the page", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  await answerWith({ "x-parfocal-build": "newer" }, 400);
  expect(screen.getByText(/A new version of Parfocal is available/)).toBeDefined();
  button()?.click();
  expect(reload).toHaveBeenCalledOnce();
});
