// @vitest-environment happy-dom
/** What the menu of a folder's page offers, and which page follows. */
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { AddItemProps } from "#editor/editor-props.ts";
import { folderEn } from "#folder/folder.en.ts";
import { itemEn } from "#item/item.en.ts";
import { slideEn } from "#slide/slide.en.ts";
import { treeEn } from "#tree/tree.en.ts";
import { uiEn } from "#ui/ui.en.ts";
import { AddMenu } from "./AddMenu.tsx";

const went = vi.hoisted(() => ({ to: [] as string[] }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 7 } }) }));
vi.mock("@tanstack/react-router", () => ({
  useNavigate:
    () =>
    ({ href }: { href: string }) =>
      went.to.push(href),
}));
vi.mock("#manage/add-dialogs.ts", () => {
  const Dialog = ({ parentId, onAdded }: AddItemProps) => (
    <button type="button" onClick={() => onAdded(9)}>{`into ${parentId}`}</button>
  );
  return { ADD_DIALOGS: { folder: Dialog, case: Dialog, quiz: Dialog, page: Dialog, quizQuestion: Dialog } };
});

beforeAll(async () => {
  const texts = { tree: treeEn, item: itemEn, slide: slideEn, folder: folderEn, ui: uiEn };
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: texts } } });
});
beforeEach(() => {
  went.to = [];
});
afterEach(cleanup);

const STEPS = [
  { kind: "course", id: 2 },
  { kind: "folder", id: 3 },
] as const;

function open(onExternal: () => void = () => undefined) {
  render(
    <MantineProvider env="test">
      <AddMenu
        kind="folder"
        steps={STEPS}
        isPrimary
        isOpenAtFirst={false}
        onFiles={() => undefined}
        onExternal={onExternal}
      />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
}

it("offers uploads, slides from a URL, and each content type that a folder can contain", async () => {
  const onExternal = vi.fn();
  open(onExternal);
  const items = (await screen.findAllByRole("menuitem")).map((one) => one.textContent);
  expect(items).toEqual([
    "Upload slides…",
    "Upload folder…",
    "Add slide from URL…",
    "Folder…",
    "Case…",
    "Quiz…",
    "Page…",
  ]);
  fireEvent.click(screen.getByRole("menuitem", { name: "Add slide from URL…" }));
  expect(onExternal).toHaveBeenCalled();
});

it.each([
  ["Folder", []],
  ["Case", ["/s7/course2/f3/c9/"]],
  ["Quiz", ["/s7/manage?item=9&in=3"]],
])("a new %s opens the page on which work continues", async (kind, places) => {
  open();
  fireEvent.click(await screen.findByRole("menuitem", { name: `${kind}…` }));
  fireEvent.click(await screen.findByRole("button", { name: "into 3" }));
  expect(screen.queryByRole("button", { name: "into 3" })).toBeNull();
  expect(went.to).toEqual(places);
});
