// @vitest-environment happy-dom
/** A page can be added while the allowed hosts are still loading: the server then checks its URL. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { editorEn } from "#editor/editor.en.ts";
import { itemEn } from "#item/item.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { AddEmbedDialog } from "./AddEmbedDialog.tsx";
import { embedEn } from "./embed.en.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ can: () => false }) }));

beforeAll(async () => {
  const translation = { editor: editorEn, embed: embedEn, item: itemEn, ui: uiEn };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** @param hosts allowed ones; null: still loading. @returns URLs that were sent. */
async function addTo(hosts: readonly string[] | null): Promise<string[]> {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (_input: string | URL | Request, init?: RequestInit) => {
    if ((init?.method ?? "GET") === "GET") return hosts ? Response.json({ hosts }) : new Promise(() => {});
    sent.push((JSON.parse(String(init?.body)) as { url: string }).url);
    return Response.json({ id: 9 });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <AddEmbedDialog parentId={1} parentKind="course" onAdded={() => undefined} onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  if (hosts) await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  fireEvent.change(screen.getByRole("textbox", { name: /Title/ }), { target: { value: "Atlas" } });
  fireEvent.change(screen.getByRole("textbox", { name: /URL/ }), { target: { value: "https://atlas.example.org/1" } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  if (!hosts || hosts.includes("atlas.example.org")) await vi.waitFor(() => expect(sent).toHaveLength(1));
  client.clear();
  return sent;
}

it("sends the URL while the allowed hosts are unknown, and if its host is among them", async () => {
  expect(await addTo(null)).toEqual(["https://atlas.example.org/1"]);
  cleanup();
  expect(await addTo(["atlas.example.org"])).toEqual(["https://atlas.example.org/1"]);
});

it("does not send the URL of a host that is not allowed", async () => {
  expect(await addTo(["other.example.org"])).toEqual([]);
  expect(screen.getByRole("status").textContent).toContain("atlas.example.org");
});
