// @vitest-environment happy-dom
/** The tree by keyboard alone, as announced to screen readers. Source: WAI-ARIA Authoring Practices 1.2, "Tree View". */
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { useState } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Tree } from "#tree/Tree.tsx";
import { histology } from "#tree/testing/build-tree.ts";
import { treeEn } from "#tree/tree.en.ts";
import type { TreeCommand } from "#tree/tree-keys.ts";
import { placementKey, treeRows } from "#tree/tree-rows.ts";
import { NO_SELECTION } from "#tree/tree-selection.ts";
import { useTreeCommands } from "./useTreeCommands.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { tree: treeEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  // A document without a layout: the list is as high as a window.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});
afterEach(cleanup);

function Frame({ onAction }: { readonly onAction: (command: TreeCommand, key: string) => void }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState(NO_SELECTION);
  const rows = treeRows(histology(), { isExpanded: (key) => open.has(key), filter: null });
  const setRows = (keys: readonly string[], isOpen: boolean) =>
    setOpen((before) => new Set([...before].filter((key) => !keys.includes(key)).concat(isOpen ? keys : [])));
  const handleKey = useTreeCommands({
    rows,
    selection,
    onSelect: setSelection,
    onToggle: (row) => setRows([placementKey(row)], !row.isExpanded),
    onExpandSiblings: ({ parentKey }) =>
      setRows(rows.filter((row) => row.parentKey === parentKey).map(placementKey), true),
    onAction: (command, row) => onAction(command, row.key),
  });
  const nothing = () => undefined;
  return (
    <MantineProvider>
      <Tree
        label="Content"
        descriptionId="hint"
        rows={rows}
        selection={selection}
        cutKeys={new Set()}
        renamingKey={null}
        searchText=""
        noteOf={() => null}
        handle={null}
        onSelect={setSelection}
        onToggle={nothing}
        onKeyDown={handleKey}
        onMenu={nothing}
        onActivate={nothing}
        isSelecting={false}
        onHold={nothing}
        onRenamed={nothing}
        draggedWith={() => []}
        targetOf={() => null}
        onDrop={nothing}
        carryTarget={null}
        renderGhost={() => null}
        filesTargetOf={() => null}
        onFiles={nothing}
        filesKey={null}
        onFilesOver={nothing}
      />
    </MantineProvider>
  );
}

function open() {
  const actions: string[] = [];
  render(<Frame onAction={(command, key) => actions.push(`${command} ${key}`)} />);
  const tree = screen.getByRole("tree");
  const press = (key: string, modifiers = {}) => fireEvent.keyDown(tree, { key, ...modifiers });
  /** Title of the row that has the keyboard focus, as the tree announces it. */
  const at = () => document.getElementById(tree.getAttribute("aria-activedescendant") ?? "")?.dataset.row;
  const selected = () =>
    screen
      .getAllByRole("treeitem")
      .flatMap((row) => (row.getAttribute("aria-selected") === "true" ? [row.dataset.row] : []));
  return { press, at, selected, actions };
}

describe("the tree by keyboard", () => {
  it("arrows move, expand and collapse; Home and End; level, position and state are announced", () => {
    const { press, at } = open();
    press("ArrowDown");
    expect(at()).toBe("1");
    press("ArrowRight");
    press("ArrowRight");
    expect(at()).toBe("1/2");
    const folder = screen.getByRole("treeitem", { name: "folder 2, Folder" });
    expect(folder.getAttribute("aria-level")).toBe("2");
    expect(folder.getAttribute("aria-posinset")).toBe("1");
    expect(folder.getAttribute("aria-setsize")).toBe("3");
    expect(folder.getAttribute("aria-expanded")).toBe("false");
    press("End");
    expect(at()).toBe("8");
    press("Home");
    expect(at()).toBe("1");
    press("ArrowLeft");
    expect(screen.queryByRole("treeitem", { name: "folder 2, Folder" })).toBeNull();
  });

  it("letters find a title; the asterisk opens all siblings", () => {
    const { press, at } = open();
    press("ArrowDown");
    press("*");
    press("f");
    expect(at()).toBe("1/2");
    expect(screen.getByRole("treeitem", { name: "quiz 9, Quiz" })).toBeTruthy();
  });

  it("Shift, Space and Ctrl+A select several", () => {
    const { press, selected } = open();
    press("ArrowDown");
    press("*");
    press("ArrowDown", { shiftKey: true });
    expect(selected()).toEqual(["1", "1/2"]);
    press(" ");
    expect(selected()).toEqual(["1"]);
    press("a", { ctrlKey: true });
    expect(selected()).toHaveLength(6);
  });

  it("other keys act on the focused row", () => {
    const { press, actions } = open();
    press("ArrowDown");
    press("F2");
    press("Delete");
    press("F10", { shiftKey: true });
    press("z", { ctrlKey: true });
    press("ArrowDown", { altKey: true });
    expect(actions).toEqual(["rename 1", "remove 1", "menu 1", "undo 1", "moveDown 1"]);
  });
});
