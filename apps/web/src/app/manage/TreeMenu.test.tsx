// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { pickerEn } from "#picker/picker.en.ts";
import { histology } from "#tree/testing/build-tree.ts";
import { treeEn } from "#tree/tree.en.ts";
import { type TreeRow, treeRows } from "#tree/tree-rows.ts";
import type { MenuActions } from "./TreeMenu.tsx";
import { TreeMenus } from "./TreeMenu.tsx";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 7 } }) }));
vi.mock("@tanstack/react-router", () => ({ Link: "a", useNavigate: () => () => undefined }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { tree: treeEn, picker: pickerEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

/** The menu that adds to the site, and its button, which still has the focus. */
function showAddMenu() {
  const onClose = vi.fn();
  const nothing = () => undefined;
  const menuWith = (addPlace: { id: number; title: string } | null) => (
    <MantineProvider env="test">
      <button type="button">Opener</button>
      <TreeMenus
        menu={{ type: "add", x: 0, y: 0 }}
        addPlace={addPlace}
        tree={histology()}
        meantBy={() => []}
        actions={{} as MenuActions}
        onAdd={nothing}
        onPick={nothing}
        onAddCourse={nothing}
        onUpload={nothing}
        onClose={onClose}
      />
    </MantineProvider>
  );
  const { rerender } = render(menuWith(null));
  const select = (addPlace: { id: number; title: string }) => rerender(menuWith(addPlace));
  return { onClose, opener: screen.getByRole("button", { name: "Opener" }), select };
}

it("that was opened before the tree was loaded adds to what is selected then", () => {
  const { select } = showAddMenu();
  expect(screen.getAllByRole("menuitem")).toHaveLength(1);
  select({ id: 2, title: "folder 2" });
  expect(screen.getByRole("menuitem", { name: treeEn.addSlides })).toBeTruthy();
});

it("stays open when a key is pressed before the focus has moved into it", () => {
  const { onClose, opener } = showAddMenu();
  fireEvent.keyDown(opener, { key: "ArrowDown" });
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole("menuitem", { name: treeEn.addCourse })).toBeTruthy();
});

it("is closed by Escape and by a press outside it", () => {
  const { onClose, opener } = showAddMenu();
  fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.mouseDown(opener);
  expect(onClose).toHaveBeenCalledTimes(2);
});

it("the menu of a row shows the keys of its actions, and duplicates the item", () => {
  const tree = histology();
  const row = treeRows(tree, { isExpanded: () => true, filter: null }).find(({ kind }) => kind === "case") as TreeRow;
  const duplicate = vi.fn();
  const nothing = () => undefined;
  render(
    <MantineProvider env="test">
      <TreeMenus
        menu={{ type: "row", row, x: 0, y: 0 }}
        addPlace={null}
        tree={tree}
        meantBy={(one) => [one]}
        actions={{ duplicate } as unknown as MenuActions}
        onAdd={nothing}
        onPick={nothing}
        onAddCourse={nothing}
        onUpload={nothing}
        onClose={nothing}
      />
    </MantineProvider>,
  );
  const keysOf = (name: string) =>
    screen.getByRole("menuitem", { name }).querySelector("span[aria-hidden]")?.textContent;
  const { rename, copy, duplicate: duplicateText, cut, paste, carry, remove } = treeEn;
  expect([rename, copy, duplicateText, cut, paste, carry, remove].map(keysOf)).toEqual([
    "F2",
    "Ctrl+C",
    "Ctrl+D",
    "Ctrl+X",
    "Ctrl+V",
    "Ctrl+M",
    "Del",
  ]);
  fireEvent.click(screen.getByRole("menuitem", { name: duplicateText }));
  expect(duplicate).toHaveBeenCalledExactlyOnceWith(row);
});
