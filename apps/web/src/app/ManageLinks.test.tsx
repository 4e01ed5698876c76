// @vitest-environment happy-dom
/** Every content page links to its editor for people who manage content. */
import { MantineProvider, Menu } from "@mantine/core";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { usePagePlace } from "#ui/page-place.ts";
import { appEn } from "./app.en.ts";
import { ManageLinks } from "./ManageLinks.tsx";
import { useItemPreview } from "./PreviewItem.tsx";

const rights = vi.hoisted(() => ({ mayManage: true }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({ site: { id: 7 }, can: () => rights.mayManage }),
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { app: appEn } } } });
});
beforeEach(() => {
  rights.mayManage = true;
});
afterEach(cleanup);

interface Shown {
  readonly title?: string;
  readonly isVirtual?: boolean;
}

let shown: Shown = {};
function Page() {
  const { title = "Kidney", isVirtual = false } = shown;
  usePagePlace({ title, isVirtual });
  const { item } = useItemPreview();
  return (
    <>
      <ManageLinks />
      <Menu opened>
        <Menu.Target>
          <button type="button">Account</button>
        </Menu.Target>
        <Menu.Dropdown>{item}</Menu.Dropdown>
      </Menu>
    </>
  );
}

async function open(path: string, what: Shown = {}): Promise<void> {
  shown = what;
  const root = createRootRoute({ component: Page });
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: "/$" })]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await vi.waitFor(() => expect(router.state.status).toBe("idle"));
}

const addressOf = (name: string): string | null =>
  screen.queryByRole("link", { name })?.getAttribute("href")?.replaceAll("%22", "") ?? null;

it.each([
  ["a course", "/s7/course2/", "/s7/manage?item=2"],
  ["a folder", "/s7/course2/f3/", "/s7/manage?item=3&in=2"],
  ["a slide in the folder it was reached through", "/s7/course2/f3/i9/", "/s7/manage?item=9&in=3"],
  ["a case", "/s7/course2/f3/c8/", "/s7/manage?item=8&in=3"],
  ["a page", "/s7/course2/p6/", "/s7/manage?item=6&in=2"],
  ["a radiology item", "/s7/course2/r5/", "/s7/manage?item=5&in=2"],
  ["a quiz", "/s7/course2/q4/", "/s7/manage?item=4&in=2"],
  ["a textbook", "/s7/course2/t10/", "/s7/manage?item=10&in=2"],
  ["an embedded page", "/s7/course2/embed11/", "/s7/manage?item=11&in=2"],
  ["an enrollment form", "/s7/course2/enroll12/", "/s7/manage?item=12&in=2"],
  ["a question of a quiz", "/s7/course2/q4/qs13/", "/s7/manage?item=13&in=4"],
  ["the preview of a quiz", "/s7/course2/q4/preview/", "/s7/manage?item=4&in=2"],
])("the page of %s links to its editor", async (_kind, path, editor) => {
  await open(path);
  await vi.waitFor(() => expect(addressOf("Edit")).toBe(editor));
  expect(addressOf("Manage")).toBe("/s7/manage");
});

it("a page that is not content links only to the administration", async () => {
  await open("/s7/account");
  await vi.waitFor(() => expect(addressOf("Manage")).toBe("/s7/manage"));
  expect(addressOf("Edit")).toBeNull();
});

it.each([
  ["what was not found", { title: "" }],
  ["a virtual course", { isVirtual: true }],
])("%s has no editor", async (_what, shown) => {
  await open("/s7/course2/", shown);
  await vi.waitFor(() => expect(addressOf("Manage")).not.toBeNull());
  expect(addressOf("Edit")).toBeNull();
});

it("a learner sees neither", async () => {
  rights.mayManage = false;
  await open("/s7/course2/");
  expect(screen.queryAllByRole("link")).toEqual([]);
});

/** The button of the header, and the item of the account menu on small screens. */
const previews = (): number[] => [
  screen.queryAllByRole("button", { name: "Preview" }).length,
  screen.queryAllByRole("menuitem", { hidden: true }).filter(({ textContent }) => textContent === "Preview").length,
];

it("the preview of an item is offered in the header and, for small screens, in the account menu", async () => {
  await open("/s7/course2/f3/");
  await vi.waitFor(() => expect(previews()).toEqual([1, 1]));
});

it.each([
  ["a page that is no content", "/s7/account", true],
  ["a learner", "/s7/course2/f3/", false],
])("no preview is offered for %s", async (_what, path, mayManage) => {
  rights.mayManage = mayManage;
  await open(path);
  await vi.waitFor(() => expect(screen.queryAllByRole("link", { name: "Manage" })).toHaveLength(mayManage ? 1 : 0));
  expect(previews()).toEqual([0, 0]);
});
