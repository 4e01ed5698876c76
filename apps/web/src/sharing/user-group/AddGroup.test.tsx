// @vitest-environment happy-dom
/** User groups are offered immediately, and no item is hidden from everybody without a confirmation. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { uiEn } from "#ui/ui.en.ts";
import { AddGroup } from "./AddGroup.tsx";
import { AssignGroupsDialog } from "./AssignGroupsDialog.tsx";
import { userGroupEn } from "./user-group.en.ts";

const listed = (id: number, title: string, userCount: number) => ({
  id,
  title,
  userCount,
  resourceCount: 0,
  dateStart: null,
  dateEnd: null,
  userCanEdit: true,
});
const GROUPS = [listed(1, "Semester 3", 12), listed(2, "Semester 4", 0)];
const PLACE = { id: 5, title: "Kidney", type: "folder" };

let sent: string[] = [];

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { userGroup: userGroupEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), "http://a.test");
    if (init?.method && init.method !== "GET") sent.push(`${init.method} ${pathname}`);
    if (pathname.endsWith("/userGroup/page")) return Response.json({ groups: GROUPS, total: 52 });
    if (pathname.includes("/assignment/resource/"))
      return Response.json({ resource: PLACE, assignments: [], inherited: [], userCanEdit: true });
    return Response.json([]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (part: React.ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
const add = (title: string) => screen.findByRole("button", { name: `Add user group ${title}` });

it("lists the existing groups before any input, and filters them from the first character", async () => {
  show(<AddGroup resource={PLACE} assigned={[]} />);
  expect(await add("Semester 3")).toBeDefined();
  expect(await add("Semester 4")).toBeDefined();
  expect(screen.getByText("50 more groups. Type to search.")).toBeDefined();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "4" } });
  expect(screen.queryByRole("button", { name: "Add user group Semester 3" })).toBeNull();
});

it("has the focus in its field, not on Close", async () => {
  show(<AssignGroupsDialog resourceId={5} title="Kidney" onClose={() => undefined} />);
  const field = await screen.findByRole("searchbox");
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
});

it("a group with members is added immediately", async () => {
  show(<AddGroup resource={PLACE} assigned={[]} />);
  fireEvent.click(await add("Semester 3"));
  await vi.waitFor(() => expect(sent).toEqual(["PUT /api/v2/assignment/1/resource/5"]));
});

it.each([
  [
    "a group without members",
    async () => fireEvent.click(await add("Semester 4")),
    "PUT /api/v2/assignment/2/resource/5",
  ],
  [
    "a new group",
    async () => {
      fireEvent.change(screen.getByRole("searchbox"), { target: { value: "New" } });
      fireEvent.click(await screen.findByRole("button", { name: "Create “New”" }));
    },
    "POST /api/v2/assignment/5",
  ],
])("%s needs a confirmation if it would be the only one", async (_what, choose, call) => {
  show(<AddGroup resource={PLACE} assigned={[{ id: 9, userCount: 0 }]} />);
  await choose();
  expect((await screen.findByRole("alert")).textContent).toContain("only teachers and administrators can see “Kidney”");
  expect(document.activeElement?.textContent).toBe("Cancel");
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Add anyway" }));
  await vi.waitFor(() => expect(sent).toEqual([call]));
});

it("an empty group beside one with members needs no confirmation", async () => {
  show(<AddGroup resource={PLACE} assigned={[{ id: 9, userCount: 3 }]} />);
  fireEvent.click(await add("Semester 4"));
  await vi.waitFor(() => expect(sent).toEqual(["PUT /api/v2/assignment/2/resource/5"]));
});
