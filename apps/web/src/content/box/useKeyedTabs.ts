/** Tabs with stable keys while they are edited, so that undo finds its tab regardless of its index. */
import type { BoxTab } from "@parfocal/core/box/box.contract.ts";
import { useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import { changeTab, moved, type Tabs, withBack, without, withTab } from "./box-draft.ts";

interface TabState {
  readonly tabs: Tabs;
  /** One for each tab, in the same order. */
  readonly keys: readonly string[];
  /** Changes when the tabs were replaced: by discarding changes, or by another user's version. */
  readonly version: object;
}

interface KeyedTabs {
  readonly keys: readonly string[];
  readonly add: (title: string) => void;
  readonly move: (from: number, to: number) => void;
  /**
   * @returns a function that restores the tab, also after the item was closed; it returns false if the tabs were
   *   replaced.
   */
  readonly remove: (index: number) => () => boolean;
  /** @returns false if the tab no longer exists. */
  readonly edit: (key: string, change: (tab: BoxTab) => Partial<BoxTab>) => boolean;
}

let keysGiven = 0;
const newKey = (): string => {
  keysGiven += 1;
  return `tab-${keysGiven}`;
};
const newTabState = (tabs: Tabs): TabState => ({ tabs, keys: tabs.map(newKey), version: {} });

/** Whether they have the same titles: the server returns saved texts sanitized. */
const areAlike = (some: Tabs, others: Tabs): boolean => titlesOf(some) === titlesOf(others);
const titlesOf = (tabs: Tabs): string =>
  JSON.stringify(
    tabs.map(({ title, contentPages }) => [title.trim(), ...contentPages.map((page) => page.title.trim())]),
  );

function tabStateFor(state: TabState, tabs: Tabs): TabState {
  if (state.tabs === tabs) return state;
  return areAlike(state.tabs, tabs) ? { ...state, tabs } : newTabState(tabs);
}

export function useKeyedTabs(tabs: Tabs, onChange: (tabs: Tabs) => boolean): KeyedTabs {
  const [stored, setStored] = useState(() => newTabState(tabs));
  const state = tabStateFor(stored, tabs);
  if (state !== stored) setStored(state);
  const latest = useLatest(state);
  const now = () => latest.current;
  const set = (next: Tabs, keys: readonly string[]): boolean => {
    if (!onChange(next)) return false;
    latest.current = { ...now(), tabs: next, keys };
    setStored(latest.current);
    return true;
  };
  return {
    keys: state.keys,
    add: (title) => void set(withTab(now().tabs, title), [...now().keys, newKey()]),
    move: (from, to) => void set(moved(now().tabs, from, to), moved(now().keys, from, to)),
    remove(index) {
      const { tabs: before, keys, version } = now();
      const [tab, key] = [before[index], keys[index]];
      set(without(before, index), without(keys, index));
      return () => {
        if (!tab || !key || now().version !== version) return false;
        return set(withBack(now().tabs, index, tab), withBack(now().keys, index, key));
      };
    },
    edit(key, change) {
      const { tabs: before, keys } = now();
      const index = keys.indexOf(key);
      const tab = before[index];
      return tab !== undefined && set(changeTab(before, index, change(tab)), keys);
    },
  };
}
