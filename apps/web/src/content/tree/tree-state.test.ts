import type { Tree, TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import { expect, it } from "vitest";
import { histology } from "./testing/build-tree.ts";
import { childrenOf, mergeParents, mergeTree } from "./tree-state.ts";

/** Folder 2 at a version, with its items. */
const folderAt = (version: number, ids: readonly number[]): TreeParent => ({
  id: 2,
  version,
  children: ids.map((id) => ({ id, isActive: true, annotationsActive: true })),
});
const changesTo = (version: number, parents: TreeParent[], gone: number[] = []): Tree => ({
  version,
  isWhole: false,
  nodes: [],
  parents,
  gone,
});

it("of two changes of a list at the same time the later one is shown, in whichever order the page receives them", () => {
  const first = folderAt(2, [4, 5, 6, 20]);
  const second = folderAt(3, [4, 5, 6, 20, 21]);
  const received = [
    mergeParents(mergeParents(histology(), [first]), [second]),
    mergeParents(mergeParents(histology(), [second]), [first]),
    mergeTree(mergeParents(histology(), [first]), changesTo(3, [second])),
    mergeTree(mergeParents(histology(), [second]), changesTo(2, [first])),
  ];
  for (const tree of received) expect(childrenOf(tree, 2).map(({ id }) => id)).toEqual([4, 5, 6, 20, 21]);
});

it("the response to an action and the changes that are requested after it have the same version of a list", () => {
  const tree = mergeTree(mergeParents(histology(), [folderAt(2, [4, 5])]), changesTo(2, [folderAt(2, [4, 5])]));
  expect(childrenOf(tree, 2).map(({ id }) => id)).toEqual([4, 5]);
});

it("changes requested earlier do not set the tree back; deleted items are removed", () => {
  const tree = mergeTree(mergeTree(histology(), changesTo(6, [])), changesTo(5, [], [7]));
  expect([tree.version, tree.nodes.has(7), tree.lists.has(7)]).toEqual([6, false, false]);
});

it("a complete tree replaces the known one, whatever its version", () => {
  const newer = mergeTree(histology(), changesTo(9, [folderAt(9, [])]));
  const whole: Tree = { version: 1, isWhole: true, nodes: [], parents: [folderAt(1, [4])], gone: [] };
  const tree = mergeTree(newer, whole);
  expect([tree.version, tree.nodes.size, childrenOf(tree, 2).length]).toEqual([1, 0, 1]);
});
