// @vitest-environment happy-dom
/** The row menu offers a preview of items that have a page of their own. */
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { histology } from "#tree/testing/build-tree.ts";
import { treeEn } from "#tree/tree.en.ts";
import { type TreeRow, treeRows } from "#tree/tree-rows.ts";
import { type MenuActions, TreeMenus } from "./TreeMenu.tsx";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 7 } }) }));
vi.mock("@tanstack/react-router", () => ({ Link: "a", useNavigate: () => () => undefined }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { tree: treeEn } } } });
});
afterEach(cleanup);

const rows = treeRows(histology(), { isExpanded: () => true, filter: null });

/** @returns rows whose preview was requested. */
function menuOf(row: TreeRow): TreeRow[] {
  const previewed: TreeRow[] = [];
  const nothing = () => undefined;
  const actions = { preview: (one: TreeRow) => previewed.push(one) } as unknown as MenuActions;
  render(
    <MantineProvider env="test">
      <TreeMenus
        menu={{ type: "row", row, x: 0, y: 0 }}
        addPlace={null}
        tree={histology()}
        meantBy={(one) => [one]}
        actions={actions}
        onAdd={nothing}
        onPick={nothing}
        onAddCourse={nothing}
        onUpload={nothing}
        onClose={nothing}
      />
    </MantineProvider>,
  );
  return previewed;
}
const offered = () => screen.queryByRole("menuitem", { name: treeEn.preview });

it.each(["course", "folder", "image", "case", "quiz"])("%s can be previewed", (kind) => {
  const row = rows.find((one) => one.kind === kind) as TreeRow;
  const previewed = menuOf(row);
  fireEvent.click(offered() as HTMLElement);
  expect(previewed).toEqual([row]);
});

it.each(rows.filter(({ kind }) => kind === "quizQuestion" || kind === "quizAnswerOption").slice(0, 1))(
  "$kind is part of another page: no preview",
  (row) => {
    menuOf(row);
    expect(offered()).toBeNull();
  },
);
