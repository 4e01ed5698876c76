import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import type { PointerAction } from "../slide-work/work.ts";
import { createCountingWork } from "./counting-work.ts";

function begin({ handleAt = () => null }: { handleAt?: () => "move" | "turn" | null } = {}) {
  const reported: unknown[] = [];
  const record =
    (name: string) =>
    (...facts: unknown[]) =>
      void reported.push([name, ...facts]);
  const work = createCountingWork({
    onPut: record("put"),
    onRemove: record("remove"),
    onUndo: record("undo"),
    onRedo: record("redo"),
    onPointer: () => undefined,
    handleAt,
    onDrag: record("drag"),
    onCursor: () => undefined,
  });
  const action = (kind: PointerAction["kind"], point: SlidePoint): boolean =>
    work.handle({
      kind,
      point,
      frame: { turnDeg: 0, resolution: 1 },
      pointerCount: 1,
      isTouch: false,
      isShift: false,
      isAlt: false,
    });
  return { reported, action, work };
}

describe("counting with the pointer", () => {
  it("a click adds a mark; a double click does not zoom", () => {
    const { reported, action } = begin();
    expect(action("down", [10, 10])).toBe(false);
    expect(action("click", [10, 10])).toBe(true);
    expect(action("doubleClick", [10, 10])).toBe(true);
    expect(reported).toEqual([["put", [10, 10]]]);
  });
  it("a drag moves the slide", () => {
    const { reported, action } = begin();
    action("down", [10, 10]);
    expect(action("drag", [20, 10])).toBe(false);
    expect(action("up", [20, 10])).toBe(false);
    expect(reported).toEqual([]);
  });
  it("a drag of a handle moves or rotates the frame, and adds no mark", () => {
    const { reported, action } = begin({ handleAt: () => "turn" });
    expect(action("down", [10, 10])).toBe(true);
    expect(action("drag", [20, 10])).toBe(true);
    expect(action("up", [30, 10])).toBe(true);
    action("click", [10, 10]);
    expect(reported).toEqual([
      ["drag", "turn", [10, 10], [20, 10], false],
      ["drag", "turn", [10, 10], [30, 10], true],
    ]);
  });
  it("keys: Space adds a mark, Delete removes it, undo and redo", () => {
    const { reported, work } = begin();
    work.addVertex([5, 6], { turnDeg: 0, resolution: 1 });
    work.deleteVertex();
    work.undo();
    work.redo();
    expect(reported.map((one) => (one as unknown[])[0])).toEqual(["put", "remove", "undo", "redo"]);
    expect((reported[0] as unknown[])[1]).toEqual([5, 6]);
  });
});
