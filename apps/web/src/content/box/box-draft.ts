/** Pure changes of content boxes: each returns new tabs and leaves the old ones unchanged. */
import type { BoxPage, BoxTab } from "@parfocal/core/box/box.contract.ts";

export type Tabs = readonly BoxTab[];

/** Moves an entry to another index, from 0. Beyond the ends: to the end. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list[from];
  if (entry === undefined) return [...list];
  const rest = list.filter((_, index) => index !== from);
  const place = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, place), entry, ...rest.slice(place)];
}

/** Index of the selected entry after an entry was moved. @param chosen from 0. */
export function followMove(chosen: number, from: number, to: number): number {
  if (chosen === from) return to;
  if (from < chosen && chosen <= to) return chosen - 1;
  return to <= chosen && chosen < from ? chosen + 1 : chosen;
}

export const withTab = (tabs: Tabs, title: string): BoxTab[] => [
  ...tabs,
  { title, contentPages: [{ title: "", content: "", isActive: true }] },
];

export const without = <Entry>(list: readonly Entry[], index: number): Entry[] => list.filter((_, at) => at !== index);

/** Restores an entry at its index. */
export const withBack = <Entry>(list: readonly Entry[], index: number, entry: Entry): Entry[] => [
  ...list.slice(0, index),
  entry,
  ...list.slice(index),
];

export const changeTab = (tabs: Tabs, index: number, change: Partial<BoxTab>): BoxTab[] =>
  tabs.map((tab, at) => (at === index ? { ...tab, ...change } : tab));

export const changePage = (pages: readonly BoxPage[], index: number, change: Partial<BoxPage>): BoxPage[] =>
  pages.map((page, at) => (at === index ? { ...page, ...change } : page));

/** Index of the first tab without a title; null: all have one. */
export function untitledTab(tabs: Tabs): number | null {
  const index = tabs.findIndex(({ title }) => title.trim() === "");
  return index < 0 ? null : index;
}
