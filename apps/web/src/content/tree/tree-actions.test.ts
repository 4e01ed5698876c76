import { describe, expect, it } from "vitest";
import { carryPlaces, dropAction, dropPlaceAt, placeBefore, placeInto, rejectionOf } from "./drop-place.ts";
import { histology } from "./testing/build-tree.ts";
import { applyAction, inOrder, NO_RESULT, type TreeAction, undoActions } from "./tree-actions.ts";
import { type TreeRow, treeRows } from "./tree-rows.ts";
import { childrenOf, type TreeState } from "./tree-state.ts";

const tree = histology();
const rows = treeRows(tree, { isExpanded: () => true, filter: null });
const row = (key: string): TreeRow => {
  const found = rows.find((one) => one.key === key);
  if (!found) throw new Error(`no row ${key}`);
  return found;
};
const idsIn = (state: TreeState, parentId: number | null) => childrenOf(state, parentId).map(({ id }) => id);
const listsOf = (state: TreeState) => [null, 1, 2, 3, 7, 8, 9].map((id) => childrenOf(state, id));

describe("an action and its undo", () => {
  const actions: [name: string, action: TreeAction][] = [
    ["a move of one", { type: "move", items: [{ id: 5, parentId: 2 }], toParentId: 3, position: undefined }],
    ["a move between others", { type: "move", items: [{ id: 7, parentId: 1 }], toParentId: 2, position: 2 }],
    [
      "a move of several from two parents",
      {
        type: "move",
        items: [
          { id: 4, parentId: 2 },
          { id: 6, parentId: 2 },
          { id: 7, parentId: 1 },
        ],
        toParentId: 3,
        position: 1,
      },
    ],
    ["an order", { type: "order", parentId: 2, ids: [6, 4, 5] }],
    ["an order of courses", { type: "order", parentId: null, ids: [8, 1] }],
    [
      "switching off",
      {
        type: "activate",
        items: [
          { id: 4, parentId: 2 },
          { id: 5, parentId: 2 },
        ],
        isOn: false,
      },
    ],
    ["hiding annotations", { type: "annotate", items: [{ id: 4, parentId: 2 }], isOn: false }],
    ["a title", { type: "rename", id: 4, title: "Tubule" }],
  ];
  for (const [name, action] of actions) {
    it(`${name}: changes the tree, and its undo restores it`, () => {
      const after = applyAction(tree, action);
      expect([listsOf(after), after.nodes.get(4)]).not.toEqual([listsOf(tree), tree.nodes.get(4)]);
      const back = undoActions(tree, action, NO_RESULT).reduce(applyAction, after);
      expect(listsOf(back)).toEqual(listsOf(tree));
      expect(back.nodes.get(4)).toEqual(tree.nodes.get(4));
    });
  }

  it("random moves and orders, undone in reverse, restore the tree; lists never contain duplicates", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      let state = tree;
      const back: TreeAction[][] = [];
      for (let step = 0; step < 6; step += 1) {
        const from = [1, 2, 3][random(3)] as number;
        const to = [1, 2, 3].filter((id) => id !== from)[random(2)] as number;
        const movable = idsIn(state, from).filter((id) => id > 3);
        const count = Math.min(movable.length, 1 + random(3));
        const items = movable.slice(0, count).filter((id) => !idsIn(state, to).includes(id));
        if (items.length === 0) continue;
        const position = random(2) === 0 ? undefined : 1 + random(idsIn(state, to).length + 1);
        const action: TreeAction = {
          type: "move",
          items: items.map((id) => ({ id, parentId: from })),
          toParentId: to,
          position,
        };
        back.unshift([...undoActions(state, action, NO_RESULT)]);
        state = applyAction(state, action);
        for (const id of [1, 2, 3]) expect(new Set(idsIn(state, id)).size).toBe(idsIn(state, id).length);
      }
      expect(listsOf(back.flat().reduce(applyAction, state))).toEqual(listsOf(tree));
    }
  });

  it("a removed item is restored from the bin; pasted and placed ones are removed", () => {
    const removals = [{ binId: 1, id: 4, parentId: 2 }];
    const remove: TreeAction = { type: "remove", items: [{ id: 4, parentId: 2 }] };
    expect(idsIn(applyAction(tree, remove), 2)).toEqual([5, 6]);
    expect(undoActions(tree, remove, { removals, made: [] })).toEqual([{ type: "restore", removals }]);
    const paste: TreeAction = { type: "paste", items: [{ id: 7, kind: "case" }], toParentId: 3 };
    expect(undoActions(tree, paste, { removals: [], made: [70] })).toEqual([
      { type: "remove", items: [{ id: 70, parentId: 3 }] },
    ]);
    const place: TreeAction = { type: "place", ids: [7], toParentId: 3 };
    expect(undoActions(tree, place, { removals: [], made: [7] })).toEqual([
      { type: "remove", items: [{ id: 7, parentId: 3 }] },
    ]);
  });

  it("an item that an order omits stays behind its predecessor", () => {
    const children = [1, 2, 3, 4].map((id) => ({ id, isActive: true, annotationsActive: true }));
    expect(inOrder(children, [4, 1]).map(({ id }) => id)).toEqual([4, 1, 2, 3]);
  });
});

describe("where items can be dropped", () => {
  const rejections: [dragged: string, into: string, rejection: string | null][] = [
    ["1/2/5", "1/3", null],
    ["1/2/4", "1/3", null],
    ["1/2", "1/3", null],
    ["1/2/5", "1/7", null],
    ["1/2/4", "1/7", "already"],
    ["1/3", "1/7", "kind"],
    ["1/3", "1/2/5", "kind"],
    ["1/2", "1/2", "itself"],
    ["1/2/5", "8/9", "kind"],
    ["8", "1", "courses"],
    ["8/9/quizSlides", "1", "quiz"],
    ["8/9/quizQuestions/10", "1", "kind"],
    ["8/9/quizSlides/11", "8/9/quizSlides", null],
  ];
  for (const [dragged, into, rejection] of rejections) {
    it(`${dragged} into ${into}: ${rejection ?? "allowed"}`, () => {
      expect(rejectionOf(tree, placeInto(row(into)), [row(dragged)])).toBe(rejection);
    });
  }

  const points: [
    dragged: string,
    over: string,
    share: number,
    parentId: number | null,
    beforeId: number | null,
    mark: string,
  ][] = [
    ["1/2/6", "1/2/4", 0.1, 2, 4, "above"],
    ["1/2/6", "1/2/4", 0.9, 2, 5, "below"],
    ["1/2/4", "1/2/6", 0.9, 2, null, "below"],
    ["1/2/4", "1/3", 0.5, 3, null, "around"],
    ["1/2/4", "1/7", 0.1, 1, 7, "above"],
    // Folders come first: the position behind the last folder is meant.
    ["1/3", "1/7", 0.9, 1, 7, "below"],
    ["8", "1", 0.1, null, 1, "above"],
    ["8", "1", 0.9, null, 8, "below"],
  ];
  for (const [dragged, over, share, parentId, beforeId, mark] of points) {
    it(`${dragged} over ${over} at ${share}: ${mark}`, () => {
      const index = rows.findIndex(({ key }) => key === over);
      expect(dropPlaceAt(tree, rows, { index, share }, [row(dragged)])).toMatchObject({ parentId, beforeId, mark });
    });
  }

  it("within its parent it is an order, elsewhere a move; without an effect it is nothing", () => {
    expect(dropAction(tree, placeBefore(row("1/2/4")), [row("1/2/6")])).toEqual({
      type: "order",
      parentId: 2,
      ids: [6, 4, 5],
    });
    expect(dropAction(tree, placeBefore(row("1/2/5")), [row("1/7")])).toEqual({
      type: "move",
      items: [{ id: 7, parentId: 1 }],
      toParentId: 2,
      position: 2,
    });
    expect(dropAction(tree, placeBefore(row("1/2/5")), [row("1/2/5")])).toBeNull();
    expect(dropAction(tree, placeBefore(row("1/2/6")), [row("1/2/5")])).toBeNull();
  });

  it("keys visit only allowed places, each once", () => {
    const places = carryPlaces(tree, rows, [row("1/3")]);
    expect(places.every((place) => rejectionOf(tree, place, [row("1/3")]) === null)).toBe(true);
    const names = places.map(({ rowKey, mark }) => `${mark} ${rowKey}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain("around 1/2");
    expect(names).not.toContain("around 1/7");
  });
});
