/** The tree on the screen: own actions are shown immediately, reverted if rejected; others' changes are merged. */
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import { describe, expect, it } from "vitest";
import { type ActionAnswer, PartlyDone } from "./partly-done.ts";
import { histology } from "./testing/build-tree.ts";
import type { TreeAction } from "./tree-actions.ts";
import { childrenOf } from "./tree-state.ts";
import { StoppedHalfway, TreeStore } from "./tree-store.ts";

const whole = (): Tree => {
  const { version, nodes, lists } = histology();
  return { version, isWhole: true, nodes: [...nodes.values()], parents: [...lists.values()], gone: [] };
};
const NOTHING_NEW: Tree = { version: 1, isWhole: false, nodes: [], parents: [], gone: [] };
const ORDER: TreeAction = { type: "order", parentId: 2, ids: [6, 5, 4] };
const idsIn = (store: TreeStore, id: number) => childrenOf(store.view().tree, id).map((child) => child.id);

/** @param answers results of actions, one after the other; an error is thrown. */
async function open(answers: (ActionAnswer | Error | Promise<ActionAnswer>)[], news: Tree[] = []) {
  const sent: TreeAction[] = [];
  const store = new TreeStore({
    ask: async (since) => (since === null ? whole() : (news.shift() ?? NOTHING_NEW)),
    async send(action) {
      sent.push(action);
      const answer = await answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? { parents: [] };
    },
  });
  await store.refresh();
  return { store, sent };
}

describe("the tree of the page", () => {
  it("shows an action before the server responds", async () => {
    let answer: (said: ActionAnswer) => void = () => undefined;
    const { store } = await open([new Promise<ActionAnswer>((resolve) => (answer = resolve))]);
    const done = store.run([ORDER]);
    expect(idsIn(store, 2)).toEqual([6, 5, 4]);
    answer({ parents: [] });
    await done;
    expect(idsIn(store, 2)).toEqual([6, 5, 4]);
    expect(store.view().canUndo).toBe(true);
  });

  it("is reverted if the server rejects it, and there is nothing to undo", async () => {
    const { store } = await open([new Error("refused")]);
    await expect(store.run([ORDER])).rejects.toThrow("refused");
    expect(idsIn(store, 2)).toEqual([4, 5, 6]);
    expect(store.view().canUndo).toBe(false);
  });

  it("undoes and redoes", async () => {
    const { store, sent } = await open([]);
    await store.run([ORDER]);
    expect(await store.undo()).toBe(true);
    expect(idsIn(store, 2)).toEqual([4, 5, 6]);
    expect(await store.redo()).toBe(true);
    expect(idsIn(store, 2)).toEqual([6, 5, 4]);
    expect(await store.redo()).toBe(false);
    expect(sent).toHaveLength(3);
  });

  it("undoes an addition from a dialog, like any other step and before earlier ones", async () => {
    const { store, sent } = await open([]);
    await store.run([ORDER]);
    const undo = store.keep([{ type: "remove", items: [{ id: 3, parentId: 1 }] }]);
    expect(await store.undo()).toBe(true);
    expect(sent.at(-1)).toEqual({ type: "remove", items: [{ id: 3, parentId: 1 }] });
    expect(store.view()).toMatchObject({ canUndo: true, canRedo: true });
    // The undo of its toast is no longer possible.
    expect(await undo()).toBe(false);
    expect(sent).toHaveLength(2);
  });

  it("an undo reverts a pending action, and a redo waits for it", async () => {
    let answer: (said: ActionAnswer) => void = () => undefined;
    const slow = new Promise<ActionAnswer>((resolve) => (answer = resolve));
    const rename: TreeAction = { type: "rename", id: 4, title: "Renamed" };
    const { store } = await open([{ parents: [] }, slow]);
    await store.run([rename]);
    const ordered = store.run([ORDER]);
    const undone = store.undo();
    const redone = store.redo();
    answer({ parents: [] });
    expect([await undone, await redone]).toEqual([true, true]);
    await ordered;
    expect(store.view().tree.nodes.get(4)?.title).toBe("Renamed");
    expect(idsIn(store, 2)).toEqual([6, 5, 4]);
  });

  it("an undo that fails can be tried again", async () => {
    const { store } = await open([{ parents: [] }, new Error("away")]);
    await store.run([ORDER]);
    await expect(store.undo()).rejects.toThrow("away");
    expect(idsIn(store, 2)).toEqual([6, 5, 4]);
    await store.undo();
    expect(idsIn(store, 2)).toEqual([4, 5, 6]);
  });

  it("the undo of a toast reverts its own action, not the last one", async () => {
    const { store } = await open([]);
    const first = await store.run([{ type: "rename", id: 4, title: "New" }]);
    await store.run([ORDER]);
    await first.undo();
    expect(store.view().tree.nodes.get(4)?.title).not.toBe("New");
    expect(idsIn(store, 2)).toEqual([6, 5, 4]);
  });

  it("keeps a pending action when someone else's change arrives", async () => {
    let answer: (said: ActionAnswer) => void = () => undefined;
    const added = [4, 5, 6, 7].map((id) => ({ id, isActive: true, annotationsActive: true }));
    const { store } = await open(
      [new Promise<ActionAnswer>((resolve) => (answer = resolve))],
      [{ ...NOTHING_NEW, version: 2, parents: [{ id: 2, version: 2, children: added }] }],
    );
    const done = store.run([ORDER]);
    await store.refresh();
    expect(idsIn(store, 2)).toEqual([6, 7, 5, 4]);
    answer({ parents: [{ id: 2, version: 3, children: added.toReversed() }], isMerged: true });
    expect((await done).isMerged).toBe(true);
    expect(idsIn(store, 2)).toEqual([7, 6, 5, 4]);
  });

  const removal = (...ids: number[]): TreeAction => ({
    type: "remove",
    items: ids.map((id) => ({ id, parentId: 2 })),
  });
  const removals = (...ids: number[]) => ids.map((id) => ({ id, parentId: 2, binId: id + 100 }));

  it("of an action that failed halfway, the completed part stays, and is undone alone", async () => {
    const parts = {
      done: removal(4),
      rest: removal(5),
      answer: { parents: [], result: { removals: removals(4), made: [] } },
    };
    const { store, sent } = await open([new PartlyDone(parts, new Error("away"))]);
    const error: unknown = await store.run([removal(4, 5)]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoppedHalfway);
    expect((error as StoppedHalfway).cause).toEqual(new Error("away"));
    expect(idsIn(store, 2)).toEqual([5, 6]);
    expect(await (error as StoppedHalfway).undo()).toBe(true);
    expect(sent.at(-1)).toEqual({ type: "restore", removals: removals(4) });
    expect(store.view().canUndo).toBe(false);
  });

  it("an undo that failed halfway is resumed where it stopped", async () => {
    const restore = (...ids: number[]): TreeAction => ({ type: "restore", removals: removals(...ids) });
    const { store, sent } = await open([
      { parents: [], result: { removals: removals(4, 5), made: [] } },
      new PartlyDone({ done: restore(5), rest: restore(4), answer: { parents: [] } }, new Error("away")),
    ]);
    await store.run([removal(4, 5)]);
    await expect(store.undo()).rejects.toThrow("away");
    expect(await store.undo()).toBe(true);
    expect(sent.at(-1)).toEqual(restore(4));
    expect(await store.redo()).toBe(true);
    expect(sent.at(-1)).toEqual(removal(4));
    expect(await store.redo()).toBe(true);
    expect(sent.at(-1)).toEqual(removal(5));
  });
});
