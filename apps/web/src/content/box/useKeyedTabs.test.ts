// @vitest-environment happy-dom
/** An undone removal restores the entry where it was. */
import type { BoxPage, BoxTab } from "@parfocal/core/box/box.contract.ts";
import { act, renderHook } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { type Tabs, withBack, without } from "./box-draft.ts";
import { useKeyedTabs } from "./useKeyedTabs.ts";

const page = (title: string): BoxPage => ({ title, content: "", isActive: true });
const tab = (title: string, ...pages: string[]): BoxTab => ({ title, contentPages: pages.map(page) });
const SAVED = [tab("History", "1", "2"), tab("Stain", "3")];

const changed = (setTabs: (tabs: Tabs) => void) => (tabs: Tabs) => {
  setTabs(tabs);
  return true;
};

/** As in the editor. */
function open() {
  const { result } = renderHook(() => {
    const [tabs, setTabs] = useState<Tabs>(SAVED);
    return { tabs, setTabs, keyed: useKeyedTabs(tabs, changed(setTabs)) };
  });
  const key = (index: number) => result.current.keyed.keys[index] ?? "";
  const removePage = (of: string, index: number) => {
    const gone = result.current.tabs[result.current.keyed.keys.indexOf(of)]?.contentPages[index] ?? page("?");
    const { edit } = result.current.keyed;
    const change = (pages: (now: readonly BoxPage[]) => BoxPage[]) =>
      edit(of, ({ contentPages }) => ({ contentPages: pages(contentPages) }));
    act(() => void change((pages) => without(pages, index)));
    return () => change((pages) => withBack(pages, index, gone));
  };
  const outline = () =>
    result.current.tabs.map(({ title, contentPages }) => [title, ...contentPages.map((one) => one.title)].join(" "));
  return { result, key, removePage, outline };
}

it("a page is restored in its own tab, after that was moved and changed", () => {
  const { result, key, removePage, outline } = open();
  const history = key(0);
  const undo = removePage(history, 0);
  act(() => result.current.keyed.move(0, 1));
  act(() => void result.current.keyed.edit(history, () => ({ title: "Findings" })));
  act(() => void expect(undo()).toBe(true));
  expect(outline()).toEqual(["Stain 3", "Findings 1 2"]);
});

it("a page of a removed tab is not restored until the tab is restored", () => {
  const { result, key, removePage, outline } = open();
  const undoPage = removePage(key(0), 0);
  let undoTab = () => false;
  act(() => {
    undoTab = result.current.keyed.remove(0);
  });
  act(() => void expect(undoPage()).toBe(false));
  expect(outline()).toEqual(["Stain 3"]);
  act(() => void expect(undoTab()).toBe(true));
  act(() => void expect(undoPage()).toBe(true));
  expect(outline()).toEqual(["History 1 2", "Stain 3"]);
});

it("undoes a removal after a save has returned the tabs in sanitized form", () => {
  const { result, key, removePage, outline } = open();
  const undo = removePage(key(0), 1);
  act(() => result.current.setTabs([tab("History", "1"), tab("Stain", "3")]));
  act(() => void expect(undo()).toBe(true));
  expect(outline()).toEqual(["History 1 2", "Stain 3"]);
});

it("nothing is restored twice after the removal was discarded", () => {
  const { result, key, removePage, outline } = open();
  const undoPage = removePage(key(0), 1);
  let undoTab = () => false;
  act(() => {
    undoTab = result.current.keyed.remove(1);
  });
  act(() => result.current.setTabs(SAVED));
  act(() => void expect([undoPage(), undoTab()]).toEqual([false, false]));
  expect(outline()).toEqual(["History 1 2", "Stain 3"]);
});

it("a tab keeps its key while it exists", () => {
  const { result, key } = open();
  const [history, stain] = [key(0), key(1)];
  act(() => result.current.keyed.add("New"));
  act(() => result.current.keyed.move(2, 0));
  expect([key(1), key(2)]).toEqual([history, stain]);
  expect(new Set(result.current.keyed.keys).size).toBe(3);
});
