import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import type { PointerAction } from "../slide-work/work.ts";
import { createDrawing } from "./drawing.ts";

const FRAME = { turnDeg: 0, resolution: 1 };

function startDrawing(typeName: DrawnTypeName, isFreehand = false) {
  const counter = { done: 0 };
  const work = createDrawing(typeName, isFreehand, {
    onChange: () => undefined,
    onDone() {
      counter.done += 1;
    },
  });
  const act = (kind: PointerAction["kind"], point: SlidePoint, more: Partial<PointerAction> = {}): boolean =>
    work.handle({ kind, point, frame: FRAME, pointerCount: 1, isTouch: false, isShift: false, isAlt: false, ...more });
  return { work, counter, act };
}

describe("drawing with the pointer", () => {
  it("a point is finished by one click", () => {
    const { work, counter, act } = startDrawing("point");
    act("click", [3, 4]);
    expect(counter.done).toBe(1);
    expect(work.result(FRAME)).toEqual({ kind: "point", point: [3, 4] });
  });

  it("a polygon is finished by a click on its first vertex, which is not added twice", () => {
    const { work, counter, act } = startDrawing("polygon");
    for (const point of [
      [0, 0],
      [90, 0],
      [90, 90],
      [2, 2],
    ] as const)
      act("click", point);
    expect(counter.done).toBe(1);
    expect(work.result(FRAME)).toEqual({
      kind: "polygon",
      rings: [
        [
          [0, 0],
          [90, 0],
          [90, 90],
        ],
      ],
    });
  });

  it("pressing and dragging while setting vertices moves the slide", () => {
    const { act } = startDrawing("polygon");
    expect([act("down", [0, 0]), act("drag", [50, 0]), act("up", [50, 0])]).toEqual([false, false, false]);
  });

  it("a rectangle is drawn by dragging from the pressed position", () => {
    const { work, counter, act } = startDrawing("rectangle");
    expect(act("down", [10, 10])).toBe(true);
    act("drag", [14, 13]);
    act("drag", [50, 40]);
    act("up", [50, 40]);
    expect(counter.done).toBe(1);
    expect(work.result(FRAME)).toEqual({
      kind: "polygon",
      rings: [
        [
          [10, 10],
          [50, 10],
          [50, 40],
          [10, 40],
        ],
      ],
    });
  });

  it("or by two clicks", () => {
    const { work, counter, act } = startDrawing("rectangle");
    for (const point of [
      [10, 10],
      [50, 40],
    ] as const) {
      act("down", point);
      act("up", point);
      act("click", point);
    }
    expect(counter.done).toBe(1);
    expect(work.result(FRAME)?.kind).toBe("polygon");
  });

  it("with Shift it becomes a square", () => {
    const { work, act } = startDrawing("rectangle");
    act("down", [0, 0]);
    act("drag", [50, 20], { isShift: true });
    act("up", [50, 20], { isShift: true });
    expect(work.result(FRAME)).toEqual({
      kind: "polygon",
      rings: [
        [
          [0, 0],
          [50, 0],
          [50, 50],
          [0, 50],
        ],
      ],
    });
  });

  it("freehand records every point of coalesced pointer events", () => {
    const { work, act } = startDrawing("freehand");
    act("down", [0, 0]);
    act("drag", [0, 3], {
      way: [
        [90, 0],
        [90, 1],
        [90, 90],
        [0, 90],
        [0, 3],
      ],
    });
    act("up", [0, 3]);
    expect(work.result(FRAME)).toMatchObject({
      rings: [
        [
          [0, 0],
          [90, 0],
          [90, 90],
          [0, 90],
          [0, 3],
        ],
      ],
    });
  });

  it("freehand follows the pressed pointer and is finished on release", () => {
    const { work, counter, act } = startDrawing("freehand");
    act("down", [0, 0]);
    for (const point of [
      [100, 0],
      [100, 100],
      [0, 100],
      [0, 5],
    ] as const)
      act("drag", point);
    act("up", [0, 5]);
    expect(counter.done).toBe(1);
    expect(work.result(FRAME)?.kind).toBe("polygon");
  });

  it("a second finger moves the slide and discards what the first one started", () => {
    const { work, counter, act } = startDrawing("freehand");
    act("down", [0, 0], { isTouch: true });
    act("drag", [60, 0], { isTouch: true });
    expect(act("down", [200, 200], { isTouch: true, pointerCount: 2 })).toBe(false);
    expect(act("drag", [220, 200], { isTouch: true, pointerCount: 2 })).toBe(false);
    act("up", [220, 200], { isTouch: true, pointerCount: 0 });
    expect([counter.done, work.canUndo(), work.result(FRAME)]).toEqual([0, false, null]);
  });

  it("a second finger keeps the vertices set before", () => {
    const { work, act } = startDrawing("polygon");
    act("click", [0, 0]);
    act("click", [50, 0]);
    act("down", [0, 0], { pointerCount: 2 });
    expect(work.content(FRAME).handles).toHaveLength(2);
  });

  it("no preview vertex is shown after a finger has moved the slide", () => {
    const { work, act } = startDrawing("polygon");
    for (const point of [
      [0, 0],
      [90, 0],
    ] as const) {
      act("click", point, { isTouch: true });
    }
    act("move", [50, 90], { isTouch: true });
    expect(work.content(FRAME).shape?.kind).toBe("line");
    act("move", [50, 90]);
    expect(work.content(FRAME).shape?.kind).toBe("polygon");
  });

  it("a press without movement does not start a freehand line", () => {
    const { work, counter, act } = startDrawing("freehand");
    act("down", [0, 0]);
    act("up", [0, 0]);
    expect([counter.done, work.canUndo()]).toEqual([0, false]);
  });

  it("a click within eight screen pixels of the last vertex ends a line at any zoom", () => {
    const { counter, act } = startDrawing("line");
    const frame = { turnDeg: 0, resolution: 16 };
    act("click", [0, 0], { frame });
    act("click", [1000, 0], { frame });
    act("click", [1120, 0], { frame });
    expect(counter.done).toBe(1);
  });
});

describe("drawing with the keyboard", () => {
  it("sets vertices at the centre of the view, and undoes them", () => {
    const { work } = startDrawing("line");
    work.addVertex([10, 10], FRAME);
    work.addVertex([20, 10], FRAME);
    work.undo();
    expect([work.canUndo(), work.canRedo(), work.result(FRAME)]).toEqual([true, true, null]);
    work.redo();
    expect(work.result(FRAME)).toEqual({
      kind: "line",
      path: [
        [10, 10],
        [20, 10],
      ],
    });
  });
});
