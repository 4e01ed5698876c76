import { frameOfKind, NO_FRAME } from "@parfocal/core/counting/counting-frame.ts";
import { type Tally, withMark } from "@parfocal/core/counting/tally.ts";
import { describe, expect, it } from "vitest";
import { type CountingWorld, createCountingStore } from "./counting-store.ts";
import { readCounts, writeCounts } from "./stored-counts.ts";

const NAMES = { name: "Count 1", categories: ["Positive", "Negative"] };
const OPTIONS = { pixelSizeUm: { x: 0.25, y: 0.25 }, viewCenter: [500, 500], apart: 5 } as const;

function browser(stored: string | null = null, isFull = false) {
  let text = stored;
  let lastId = 0;
  const world: CountingWorld = {
    read: () => text,
    write(next) {
      if (!isFull) text = next;
      return !isFull;
    },
    newId: () => {
      lastId += 1;
      return `n${lastId}`;
    },
  };
  return { world, stored: () => text };
}

const putAt = (x: number) => (tally: Tally) => withMark(tally, 1, [x, x], OPTIONS);

describe("unsaved work survives a reload", () => {
  it("a count is restored with its marks, categories, frame, target and ratio", () => {
    const { world, stored } = browser();
    const store = createCountingStore(world, NAMES);
    store.change(putAt(10.25));
    store.change((tally) => ({
      ...tally,
      name: "Mitoses",
      frame: { ...frameOfKind(NO_FRAME, "neubauer"), center: [7, 8], turnDeg: 30 },
      target: 200,
      ratio: { part: 1, rest: 2 },
    }));
    store.setStaysShown(true);
    const again = createCountingStore(browser(stored()).world, NAMES).state();
    expect(again.active).toEqual(store.state().active);
    expect(again.staysShown).toBe(true);
  });
  it("reports that the browser cannot store anything", () => {
    const store = createCountingStore(browser(null, true).world, NAMES);
    expect(store.state().isStored).toBe(true);
    store.change(putAt(1));
    expect(store.state()).toMatchObject({ isStored: false, active: { marks: [{ at: [1, 1] }] } });
  });
  const broken: (string | null)[] = [null, "", "{", "[]", '{"version":2,"tallies":[]}', '{"version":1,"tallies":[{}]}'];
  for (const text of broken) {
    it(`unreadable data starts an empty count: ${text}`, () => {
      expect(createCountingStore(browser(text).world, NAMES).state().active.name).toBe("Count 1");
    });
  }
  it("values out of range are omitted, valid ones are kept", () => {
    const { active } = createCountingStore(browser().world, NAMES).state();
    const text = writeCounts({ tallies: [active], activeId: active.id, staysShown: false })
      .replace('"marks":[]', '"marks":[[1,5,6],[9,1,1],[1,"x",2],[2,null,3]]')
      .replace('"target":null', '"target":-3')
      .replace('"kind":"none"', '"kind":"spiral"');
    expect(readCounts(text)?.tallies[0]).toMatchObject({
      marks: [{ at: [5, 6] }],
      target: null,
      frame: { kind: "none" },
    });
  });
});

describe("undo and redo", () => {
  it("work step by step, and a new step clears the redo steps", () => {
    const store = createCountingStore(browser().world, NAMES);
    store.change(putAt(10));
    store.change(putAt(50));
    store.undo();
    expect(store.state().active.marks).toHaveLength(1);
    store.redo();
    expect(store.state().active.marks).toHaveLength(2);
    store.undo();
    store.undo();
    expect(store.state()).toMatchObject({ canUndo: false, canRedo: true, active: { marks: [] } });
    store.change(putAt(90));
    expect(store.state()).toMatchObject({ canUndo: true, canRedo: false });
  });
  it("a change without effect is not a step", () => {
    const store = createCountingStore(browser().world, NAMES);
    store.change(putAt(10));
    expect(store.change(putAt(11))).toBe(false);
    store.undo();
    expect(store.state().canUndo).toBe(false);
  });
  it("each count has its own", () => {
    const store = createCountingStore(browser().world, NAMES);
    store.change(putAt(10));
    store.add({ ...NAMES, name: "Count 2" });
    expect(store.state()).toMatchObject({ canUndo: false, active: { name: "Count 2" } });
  });
});

describe("several counts", () => {
  it("a deleted one is restored at its position, with its contents", () => {
    const store = createCountingStore(browser().world, NAMES);
    store.change(putAt(10));
    const { active } = store.state();
    store.add({ ...NAMES, name: "Count 2" });
    const bringBack = store.remove(active.id, NAMES);
    expect(store.state().tallies.map(({ name }) => name)).toEqual(["Count 2"]);
    bringBack();
    expect(store.state().tallies.map(({ name }) => name)).toEqual(["Count 1", "Count 2"]);
    expect(store.state().active).toEqual(active);
  });
  it("the last one is replaced by an empty one, which is removed when the last one is restored", () => {
    const store = createCountingStore(browser().world, NAMES);
    store.change(putAt(10));
    const { active } = store.state();
    const bringBack = store.remove(active.id, NAMES);
    expect(store.state().active.marks).toEqual([]);
    bringBack();
    expect(store.state().tallies).toEqual([active]);
  });
  it("changes of another tab are shown here", () => {
    const { world, stored } = browser();
    const here = createCountingStore(world, NAMES);
    here.change(putAt(1));
    const there = createCountingStore(browser(stored()).world, NAMES);
    there.change(putAt(50));
    const { tallies, activeId, staysShown } = there.state();
    here.takeStored(writeCounts({ tallies, activeId, staysShown }));
    expect(here.state().active.marks).toHaveLength(2);
    here.takeStored(null);
    expect(here.state().active.marks).toHaveLength(2);
  });
});
