import { describe, expect, it } from "vitest";
import { buildTree, histology } from "./testing/build-tree.ts";
import { countMatches, keyOfWay, matchIn, type TreeFilter, type TreeRow, treeRows } from "./tree-rows.ts";
import { extendTo, NO_SELECTION, selectedRows, selectOne, toggleSelected } from "./tree-selection.ts";
import { mergeParents, wayTo } from "./tree-state.ts";

const all = () => true;
const rowsOf = (filter: TreeFilter | null = null, isExpanded: (key: string) => boolean = all): TreeRow[] =>
  treeRows(histology(), { isExpanded, filter });
const keysOf = (rows: readonly TreeRow[]) => rows.map(({ key }) => key);

describe("rows of the tree", () => {
  it("shows expanded items, folders before items, and the groups of an Individual quiz", () => {
    expect(keysOf(rowsOf())).toEqual([
      "1",
      "1/2",
      "1/2/4",
      "1/2/5",
      "1/2/6",
      "1/3",
      "1/7",
      "1/7/4",
      "8",
      "8/9",
      "8/9/quizQuestions",
      "8/9/quizQuestions/10",
      "8/9/quizSlides",
      "8/9/quizSlides/11",
    ]);
  });

  it("a path ends at the key of its row, through the groups of an Individual quiz too", () => {
    const ends = [...histology().nodes.keys()].map((id) => keyOfWay(histology(), wayTo(histology(), id, null) ?? []));
    expect(keysOf(rowsOf())).toEqual(expect.arrayContaining(ends));
    expect(ends).toContain("8/9/quizQuestions/10");
    expect(ends).toContain("8/9/quizSlides/11");
  });

  it("contains level, position among its siblings, and whether it can be expanded", () => {
    const folder = rowsOf(null, (key) => key === "0-1").find(({ id }) => id === 2);
    expect(folder).toMatchObject({ depth: 2, position: 1, setSize: 3, isExpandable: true, isExpanded: false });
    expect(rowsOf().find(({ id }) => id === 3)).toMatchObject({ isExpandable: false, isExpanded: false });
  });

  it("the contents of an inactive item are hidden with it", () => {
    const tree = buildTree([
      {
        id: 1,
        kind: "course",
        children: [{ id: 2, kind: "folder", isActive: false, children: [{ id: 3, kind: "page" }] }],
      },
    ]);
    const hidden = treeRows(tree, { isExpanded: all, filter: null }).map(({ isHidden, isActive }) => [
      isHidden,
      isActive,
    ]);
    expect(hidden).toEqual([
      [false, true],
      [true, false],
      [true, true],
    ]);
  });

  const filters: [name: string, filter: TreeFilter, keys: readonly string[], count: number][] = [
    ["a title in any case", { text: " gLOM", kind: null }, ["1", "1/2", "1/2/4", "1/7", "1/7/4"], 1],
    ["a content type", { text: "", kind: "case" }, ["1", "1/7"], 1],
    ["a title of another content type", { text: "glom", kind: "folder" }, [], 0],
    ["a course itself", { text: "course 8", kind: null }, ["8"], 1],
  ];
  for (const [name, filter, keys, count] of filters) {
    it(`filtered by ${name}`, () => {
      expect(keysOf(rowsOf(filter, () => false))).toEqual(keys);
      expect(countMatches(histology(), filter)).toBe(count);
    });
  }

  it("a match can be expanded, and then shows all its contents", () => {
    const rows = rowsOf({ text: "folder 2", kind: null }, (key) => key === "1-2");
    expect(keysOf(rows)).toEqual(["1", "1/2", "1/2/4", "1/2/5", "1/2/6"]);
  });

  it("a cycle ends", () => {
    const tree = mergeParents(histology(), [
      { id: 3, version: 2, children: [{ id: 2, isActive: true, annotationsActive: true }] },
      { id: 2, version: 2, children: [{ id: 3, isActive: true, annotationsActive: true }] },
    ]);
    expect(treeRows(tree, { isExpanded: all, filter: null }).length).toBeLessThan(20);
  });

  it("the number of lookups grows linearly with the number of rows", () => {
    const looksAt = (courses: number): number => {
      const { version, nodes, lists } = treeOf(courses);
      const counted = { version, nodes: new CountedMap(nodes), lists: new CountedMap(lists) };
      expect(treeRows(counted, { isExpanded: all, filter: null })).toHaveLength(courses * (1 + 20 + 20 * 49));
      const filter = { text: "image 10", kind: null };
      expect(treeRows(counted, { isExpanded: all, filter }).length).toBeGreaterThan(0);
      return counted.nodes.looks + counted.lists.looks;
    };
    expect(looksAt(20) / looksAt(2)).toBeLessThan(11);
  });
});

class CountedMap<Key, Value> extends Map<Key, Value> {
  looks = 0;

  override get(key: Key): Value | undefined {
    this.looks += 1;
    return super.get(key);
  }
}

/** Courses of 20 folders with 49 slides each. */
function treeOf(courses: number) {
  return buildTree(
    Array.from({ length: courses }, (_, course) => ({
      id: course + 1,
      kind: "course" as const,
      children: Array.from({ length: 20 }, (_, folder) => ({
        id: 1000 + course * 20 + folder,
        kind: "folder" as const,
        children: Array.from({ length: 49 }, (_, image) => ({
          id: 10_000 + (course * 20 + folder) * 49 + image,
          kind: "image" as const,
        })),
      })),
    })),
  );
}

describe("the loaded tree", () => {
  it("the path to an item, through the given parent", () => {
    expect(wayTo(histology(), 4, 7)).toEqual([1, 7, 4]);
    expect(wayTo(histology(), 4, 2)).toEqual([1, 2, 4]);
    expect(wayTo(histology(), 99)).toBeNull();
  });

  it("the position of the filter text in a title", () => {
    expect(matchIn("Kidney, PAS", "pas")).toEqual([8, 11]);
    expect(matchIn("Kidney", "")).toBeNull();
    expect(matchIn("Kidney", "liver")).toBeNull();
  });
});

describe("selection", () => {
  const rows = rowsOf();
  it("a range, an additional row, and without rows inside selected ones", () => {
    const range = extendTo(rows, selectOne("1/2"), "1/2/5");
    expect([...range.keys]).toEqual(["1/2", "1/2/4", "1/2/5"]);
    expect(keysOf(selectedRows(rows, range))).toEqual(["1/2"]);
    expect(keysOf(selectedRows(rows, toggleSelected(selectOne("1/3"), "1/2/4")))).toEqual(["1/2/4", "1/3"]);
    expect(toggleSelected(selectOne("1"), "1").keys.size).toBe(0);
    expect(extendTo(rows, NO_SELECTION, "1/3").keys.size).toBe(1);
  });
});
