// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { search } from "@parfocal/core/search/search.contract.ts";
import { listUsers } from "@parfocal/core/user/manage-users.contract.ts";
import { IconRuler } from "@tabler/icons-react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { usePageActions } from "#ui/page-actions.ts";
import { english } from "../english.ts";
import { LaterPalette } from "../LaterPalette.tsx";

const world = vi.hoisted(() => ({ capabilities: [] as string[], navigate: vi.fn(), measure: vi.fn() }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({
    ...{ site: { id: 1 }, user: { id: 7 } },
    can: (capability: string) => world.capabilities.includes(capability),
  }),
}));
vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("@tanstack/react-router", () => ({ useNavigate: () => world.navigate, createLink: () => () => null }));

beforeAll(async () => {
  Element.prototype.scrollIntoView ??= () => undefined;
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: english } } });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  world.capabilities = [];
});

function Page() {
  usePageActions(() => [
    { key: "tool-measure", title: "Measure length", icon: IconRuler, shortcut: "M", run: world.measure },
  ]);
  return (
    <>
      <button type="button">On the page</button>
      <div contentEditable data-testid="formatted" />
      <LaterPalette />
    </>
  );
}

const pressKey = (at: Element = document.body) => fireEvent.keyDown(at, { key: "k", ctrlKey: true });

async function open() {
  vi.mocked(call).mockImplementation(async (contract: unknown) => {
    if (contract === listUsers)
      return { users: [{ id: 3, displayName: "Kim Kidd", email: "kim@example.org" }], total: 1 } as never;
    const path = [
      { id: 2, type: "course", title: "Histology" },
      { id: 9, type: "image", title: "Kidney" },
    ];
    const title = [
      { text: "Kid", isMatch: true },
      { text: "ney", isMatch: false },
    ];
    const result = { kind: "image", itemId: 9, annotationId: null, title, path, view: null };
    return { results: [result], total: 1 } as never;
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  );
  screen.getByRole("button", { name: "On the page" }).focus();
  pressKey();
  return screen.findByRole("combobox", {}, { timeout: 15_000 });
}

const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const titles = () => screen.getAllByRole("option").map((option) => option.textContent);
const chosen = (box: HTMLElement) => document.getElementById(box.getAttribute("aria-activedescendant") ?? "");

describe("the command palette", () => {
  it("opens with its key, offers the page's tools and pages of the app, and Escape returns the focus", async () => {
    const box = await open();
    expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual([
      "Tools on this page",
      "Pages",
    ]);
    expect(titles()).toContain("Work groups");
    expect(titles()).not.toContain(english.app.upload);
    fireEvent.keyDown(box, { key: "Escape" });
    await vi.waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    expect(document.activeElement?.textContent).toBe("On the page");
  });

  it("runs a tool that matches the input", async () => {
    const box = await open();
    type(box, "ml");
    expect(chosen(box)?.textContent).toContain("Measure length");
    fireEvent.keyDown(box, { key: "Enter" });
    expect(world.measure).toHaveBeenCalledOnce();
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("opens search results, and by arrow keys pages", async () => {
    const box = await open();
    type(box, "Kidney");
    expect(await screen.findByRole("option", { name: /Kidney/ }, { timeout: 15_000 })).toBeTruthy();
    expect(vi.mocked(call).mock.calls.every(([contract]) => contract === search)).toBe(true);
    fireEvent.keyDown(box, { key: "ArrowUp" });
    fireEvent.keyDown(box, { key: "ArrowDown" });
    fireEvent.keyDown(box, { key: "Enter" });
    expect(world.navigate).toHaveBeenCalledWith(expect.objectContaining({ to: "/s1/course2/i9/" }));
  });

  it("finds people for those who manage them, and the pages of the administration", async () => {
    world.capabilities = ["managePeople"];
    const box = await open();
    type(box, "Kid");
    const person = await screen.findByRole("option", { name: /Kim Kidd/ }, { timeout: 15_000 });
    fireEvent.click(person);
    expect(world.navigate).toHaveBeenCalledWith({ to: "/s1/manage/people", search: { q: "kim@example.org" } });
    pressKey();
    type(await screen.findByRole("combobox"), "audit");
    expect(titles().join()).toContain("Audit");
  });

  it("reports that nothing was found, and leaves the key to formatted text", async () => {
    const box = await open();
    vi.mocked(call).mockResolvedValue({ results: [], total: 0 } as never);
    type(box, "zzqx");
    expect(await screen.findByText("Nothing found for “zzqx”.", {}, { timeout: 15_000 })).toBeTruthy();
    fireEvent.keyDown(box, { key: "Escape" });
    await vi.waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
    act(() => void pressKey(screen.getByTestId("formatted")));
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});
