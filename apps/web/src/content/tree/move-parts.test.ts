import { describe, expect, it } from "vitest";
import { moveParts } from "./move-parts.ts";
import { buildTree } from "./testing/build-tree.ts";
import { applyAction } from "./tree-actions.ts";
import { childrenOf, type TreeState } from "./tree-state.ts";

const images = (...ids: number[]) => ids.map((id) => ({ id, kind: "image" as const }));
const tree = buildTree([
  { id: 1, kind: "course", children: images(11, 12, 13, 14) },
  { id: 2, kind: "course", children: images(21, 22, 23, 24, 25, 26) },
]);
const orderIn = (state: TreeState) => childrenOf(state, 1).map(({ id }) => id);
const move = (ids: readonly number[], position: number | undefined) => ({
  type: "move" as const,
  items: ids.map((id) => ({ id, parentId: id < 20 ? 1 : 2 })),
  toParentId: 1,
  position,
});

describe("a move in parts has the same result as a single one", () => {
  const cases: [what: string, ids: number[], position: number | undefined][] = [
    ["at the end", [21, 22, 23, 24, 25], undefined],
    ["at the beginning", [21, 22, 23, 24, 25], 1],
    ["in the middle", [21, 22, 23, 24, 25], 3],
    ["in the given order", [25, 21, 24, 22, 23], 2],
    ["beyond the end", [21, 22, 23], 99],
    ["with items already in the target, before the position, in a later part", [21, 22, 23, 11, 12], 2],
    ["with items already in the target, after the position", [21, 14, 22, 23], 2],
    ["few enough for one call", [21, 22], 2],
  ];
  for (const [what, ids, position] of cases)
    it(what, () => {
      const { parts } = moveParts(move(ids, position), tree, 2);
      expect(parts.map(({ items }) => items.length).every((count) => count <= 2)).toBe(true);
      expect(orderIn(parts.reduce(applyAction, tree))).toEqual(orderIn(applyAction(tree, move(ids, position))));
    });

  it("also if it is interrupted and the rest follows", () => {
    const whole = move([21, 22, 23, 11, 12], 2);
    const { parts, together } = moveParts(whole, tree, 2);
    const [done, rest] = [together(parts.slice(0, 1)), together(parts.slice(1))];
    expect(done.items.map(({ id }) => id)).toEqual([21, 22]);
    expect(orderIn([done, rest].reduce(applyAction, tree))).toEqual(orderIn(applyAction(tree, whole)));
  });
});
