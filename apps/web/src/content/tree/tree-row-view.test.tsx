// @vitest-environment happy-dom
/** Appearance of a row of the tree for people who manage content (spec decisions, "Identity and places"). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TreeRowView, type TreeRowViewProps } from "./TreeRowView.tsx";
import { buildTree } from "./testing/build-tree.ts";
import { treeRows } from "./tree-rows.ts";
import type { TreeState } from "./tree-state.ts";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
afterEach(cleanup);

const nothing = () => undefined;

const common = {
  topPx: 0,
  heightPx: 32,
  searchText: "",
  note: null,
  drop: null,
  dropDepth: 0,
  isMarked: null,
} as const;
const states = { isSelected: false, isAt: false, isCut: false, isRenaming: false, isRejected: false, hasMenu: false };
const actions = { onToggle: nothing, onMenu: nothing, onActivate: nothing, onRenamed: nothing };

function show(tree: TreeState, more: Partial<TreeRowViewProps> = {}): void {
  render(
    <MantineProvider>
      {treeRows(tree, { isExpanded: () => true, filter: null }).map((row) => (
        <TreeRowView key={row.key} row={row} domId={`row-${row.id}`} {...common} {...states} {...actions} {...more} />
      ))}
    </MantineProvider>,
  );
}

it("every row has the switch that shows it to learners or hides it", () => {
  const requested: [number, boolean][] = [];
  const children = [{ id: 2, kind: "folder", isActive: false } as const];
  show(buildTree([{ id: 1, kind: "course", children }]), {
    hasMenu: true,
    onActivate: ({ id, isActive }) => requested.push([id, isActive]),
  });
  const switches = screen.getAllByRole("switch");
  expect(switches.map((one) => one.getAttribute("aria-checked"))).toEqual(["true", "false"]);
  for (const one of switches) fireEvent.click(one);
  expect(requested).toEqual([
    [1, true],
    [2, false],
  ]);
});

it("a slide in a case that is hidden in its folder is marked there, and nowhere else", () => {
  const tree = buildTree([
    {
      id: 1,
      kind: "course",
      children: [
        {
          id: 2,
          kind: "folder",
          children: [
            { id: 3, kind: "image", isActive: false },
            { id: 4, kind: "image" },
          ],
        },
        {
          id: 5,
          kind: "case",
          children: [
            { id: 3, kind: "image" },
            { id: 4, kind: "image" },
            { id: 6, kind: "image" },
          ],
        },
      ],
    },
  ]);
  const marked = treeRows(tree, { isExpanded: () => true, filter: null }).filter((row) => row.isHiddenElsewhere);
  expect(marked.map(({ key }) => key)).toEqual(["1/5/3"]);
  show(tree);
  expect(screen.getAllByRole("treeitem", { name: /tree.hiddenElsewhere/ })).toHaveLength(1);
});

it("an inactive item and its contents are grey", () => {
  const tree = buildTree([
    {
      id: 1,
      kind: "course",
      children: [{ id: 2, kind: "folder", isActive: false, children: [{ id: 3, kind: "page" }] }],
    },
  ]);
  show(tree);
  const hidden = screen.getAllByRole("treeitem").map((row) => row.matches("[data-hidden]"));
  expect(hidden).toEqual([false, true, true]);
  // Style sheets are not applied here.
  const styles = readFileSync(join(import.meta.dirname, "Tree.module.css"), "utf8");
  expect(styles).toMatch(
    /\.row\[data-hidden\] \.title,\s*\.row\[data-hidden\] \.icon \{\s*color: var\(--mantine-color-dimmed\);/,
  );
});
