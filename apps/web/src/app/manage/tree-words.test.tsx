// @vitest-environment happy-dom
/** Messages for each action in the tree, successful and failed: the specification's words (part 2, section 8). */
import { notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { histology } from "#tree/testing/build-tree.ts";
import { treeDe } from "#tree/tree.de.ts";
import { treeEn } from "#tree/tree.en.ts";
import type { TreeAction } from "#tree/tree-actions.ts";
import { type TreeRow, treeRows } from "#tree/tree-rows.ts";
import { TreeStore } from "#tree/tree-store.ts";
import { type TreeActions, useTreeActions } from "./useTreeActions.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { tree: treeEn } }, de: { translation: { tree: treeDe } } },
    interpolation: { escapeValue: false },
  });
});
let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.spyOn(notifications, "show").mockImplementation(({ message }) => {
    said.push(JSON.stringify(message));
    return "";
  });
});
afterEach(cleanup);

const rows = treeRows(histology(), { isExpanded: () => true, filter: null });
const row = (key: string): TreeRow => rows.find((one) => one.key === key) as TreeRow;
const move = (key: string): TreeAction => {
  const { id, parentId } = row(key);
  return { type: "move", items: [{ id, parentId }], toParentId: 3, position: undefined };
};

function Frame({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>;
}

async function wordsOf(action: (actions: TreeActions) => Promise<unknown>, isRejected: boolean): Promise<string> {
  const { version, nodes, lists } = histology();
  const store = new TreeStore({
    ask: async () => ({ version, isWhole: true, nodes: [...nodes.values()], parents: [...lists.values()], gone: [] }),
    send: async () => {
      if (isRejected) throw new Error("refused");
      return { parents: [] };
    },
  });
  await store.refresh();
  const { result } = renderHook(() => useTreeActions(store), { wrapper: Frame });
  await act(async () => {
    await action(result.current);
  });
  await vi.waitFor(() => expect(said).toHaveLength(1));
  return said[0] ?? "";
}

const words: [name: string, action: (actions: TreeActions) => Promise<unknown>, done: string, failed: string][] = [
  [
    "moving an item",
    ({ drop }) => drop(move("1/2/5"), [row("1/2/5")]),
    "Item moved",
    "Error while moving item. Please try again.",
  ],
  [
    "moving a folder",
    ({ drop }) => drop(move("1/2"), [row("1/2")]),
    "Folder moved",
    "Error while moving folder. Please try again.",
  ],
  [
    "an order",
    ({ drop }) => drop({ type: "order", parentId: 2, ids: [6, 5, 4] }, [row("1/2/6")]),
    "Order updated",
    "Failed to update order",
  ],
  [
    "deleting a course",
    ({ removeCourse }) => removeCourse(row("8")),
    "Course successfully deleted.",
    "Error while deleting course. Please try again later",
  ],
];

describe("messages for actions in the tree", () => {
  for (const [name, action, done, failed] of words) {
    it(`${name}: "${done}"`, async () => expect(await wordsOf(action, false)).toContain(`"${done}"`));
    it(`${name} fails: "${failed}"`, async () => expect(await wordsOf(action, true)).toBe(JSON.stringify(failed)));
  }

  it("an undo or redo without a step, as after a reload, is reported", async () => {
    const say = (way: "undo" | "redo") => wordsOf(async (actions) => actions[way](), false);
    expect(await say("undo")).toContain("Nothing to undo since this page was loaded.");
    said = [];
    expect(await say("redo")).toContain("Nothing to redo.");
  });

  it("a new item that is added, with its undo", async () => {
    const words = await wordsOf(async ({ created }) => created({ id: 8, parentId: null }, "Kidney"), false);
    expect(words).toContain("“Kidney” added");
    expect(words).toContain("Undo");
  });

  it("in German: Reihenfolge, Papierkorb", async () => {
    await i18next.changeLanguage("de");
    const order: TreeAction = { type: "order", parentId: 2, ids: [6, 5, 4] };
    expect(await wordsOf(({ drop }) => drop(order, [row("1/2/6")]), false)).toContain("Reihenfolge aktualisiert");
    said = [];
    expect(await wordsOf(({ remove }) => remove([row("1/2")]), false)).toContain(
      `„${row("1/2").title}“ in den Papierkorb gelegt`,
    );
    await i18next.changeLanguage("en");
  });

  it('pasting nothing: "The clipboard is empty!"', () => {
    expect(treeEn.clipboardEmpty).toBe("The clipboard is empty!");
  });
});
