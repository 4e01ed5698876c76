import { describe, expect, it } from "vitest";
import { changePage, changeTab, followMove, moved, untitledTab, withBack, without, withTab } from "./box-draft.ts";

const page = (title: string) => ({ title, content: "", isActive: true });
const tabs = [
  { title: "History", contentPages: [page("1"), page("2")] },
  { title: "Stain", contentPages: [] },
];

describe("an entry is moved", () => {
  for (const [from, to, order] of [
    [0, 2, "bca"],
    [2, 0, "cab"],
    [1, 1, "abc"],
    [0, 9, "bca"],
    [5, 0, "abc"],
  ] as const)
    it(`from ${from} to ${to}`, () => expect(moved([..."abc"], from, to).join("")).toBe(order));
});

describe("the selected entry stays selected", () => {
  for (let chosen = 0; chosen < 4; chosen++)
    for (let from = 0; from < 4; from++)
      for (let to = 0; to < 4; to++)
        it(`${chosen} when ${from} moves to ${to}`, () => {
          const letters = [..."abcd"];
          expect(moved(letters, from, to)[followMove(chosen, from, to)]).toBe(letters[chosen]);
        });
});

it("a removed entry is restored at its position", () => {
  expect(withBack(without([..."abc"], 1), 1, "b").join("")).toBe("abc");
});

it("a new tab has an empty page", () => {
  expect(withTab(tabs, "New").at(-1)).toEqual({ title: "New", contentPages: [page("")] });
});

it("a change affects one tab, one page", () => {
  expect(changeTab(tabs, 1, { title: "X" }).map(({ title }) => title)).toEqual(["History", "X"]);
  const pages = changePage(tabs[0]?.contentPages ?? [], 1, { isActive: false });
  expect(pages.map(({ isActive }) => isActive)).toEqual([true, false]);
});

it("a tab without a title is found", () => {
  expect(untitledTab(tabs)).toBeNull();
  expect(untitledTab([...tabs, { title: " ", contentPages: [] }])).toBe(2);
});
