// @vitest-environment happy-dom
/** What a row of the tree looks like to those who manage content (spec decisions, "Identity and places"). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { TreeRowView } from "./TreeRowView.tsx";
import { buildTree } from "./testing/build-tree.ts";
import { treeRows } from "./tree-rows.ts";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
afterEach(cleanup);

const nothing = () => undefined;

it("what is not active, and what lies in it, is grey", () => {
  const tree = buildTree([
    {
      id: 1,
      kind: "course",
      children: [{ id: 2, kind: "folder", isActive: false, children: [{ id: 3, kind: "page" }] }],
    },
  ]);
  const common = { topPx: 0, heightPx: 32, wanted: "", drop: null, dropDepth: 0, isMarked: null } as const;
  const states = { isSelected: false, isAt: false, isCut: false, isRenaming: false, isRefused: false, hasMenu: false };
  const actions = { onToggle: nothing, onMenu: nothing, onRenamed: nothing };
  render(
    <MantineProvider>
      {treeRows(tree, { isExpanded: () => true, filter: null }).map((row) => (
        <TreeRowView key={row.key} row={row} domId={`row-${row.id}`} {...common} {...states} {...actions} />
      ))}
    </MantineProvider>,
  );
  const hidden = screen.getAllByRole("treeitem").map((row) => row.matches("[data-hidden]"));
  expect(hidden).toEqual([false, true, true]);
  // Style sheets are not applied here.
  const styles = readFileSync(join(import.meta.dirname, "Tree.module.css"), "utf8");
  expect(styles).toMatch(
    /\.row\[data-hidden\] \.title,\s*\.row\[data-hidden\] \.icon \{\s*color: var\(--mantine-color-dimmed\);/,
  );
});
