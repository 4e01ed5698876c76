// @vitest-environment happy-dom
/** A long copy shows its progress, and is stopped by its button; a short one shows nothing. */
import { MantineProvider } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { watchedCopy } from "#tree/copy-runs.ts";
import { treeEn } from "#tree/tree.en.ts";
import { CopyProgress } from "./CopyProgress.tsx";

beforeAll(async () => {
  const resources = { en: { translation: { tree: treeEn } } };
  await i18next.use(initReactI18next).init({ lng: "en", resources, interpolation: { escapeValue: false } });
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function server(): string[] {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const path = String(input instanceof Request ? input.url : input).replace(/^.*\/v2/, "/v2");
    sent.push(`${init?.method ?? "GET"} ${path}`);
    return Response.json({ run: { done: 120, total: 4_950 }, key: path });
  });
  return sent;
}
const show = () =>
  render(
    <MantineProvider env="test">
      <CopyProgress />
    </MantineProvider>,
  );
const passMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("a long copy shows n of m, is stopped, and disappears at its end", async () => {
  const sent = server();
  show();
  let fail = (_error: Error) => {};
  let key = "";
  const copying = watchedCopy("Kidney", (runKey) => {
    key = runKey;
    return new Promise((_resolve, reject) => {
      fail = reject;
    });
  });
  copying.catch(() => {});
  await passMs(1_000);
  expect(screen.getByRole("group", { name: "Copying “Kidney”" })).toBeTruthy();
  await passMs(10);
  expect(screen.getByText("120 of 4950 items")).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toMatch(/^2\./);
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  await passMs(10);
  expect(sent).toContain(`PUT /v2/structure/copy/${key}/stop`);
  expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  fail(new AppError("conflict", "The copying was stopped.", { codes: ["copyStopped"] }));
  await expect(copying).rejects.toThrow();
  await passMs(10);
  expect(screen.queryByRole("group")).toBeNull();
  const requestCount = sent.length;
  await passMs(3_000);
  expect(sent.length).toBe(requestCount);
});

it("a short copy shows nothing and requests no progress", async () => {
  const sent = server();
  show();
  await expect(watchedCopy("Kidney", async () => 7)).resolves.toBe(7);
  await passMs(3_000);
  expect(screen.queryByRole("group")).toBeNull();
  expect(sent).toEqual([]);
});
