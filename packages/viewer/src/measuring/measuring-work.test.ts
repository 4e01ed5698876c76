import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PointerAction } from "../slide-work/work.ts";
import { LONG_PRESS_MS } from "./measuring-press.ts";
import { createMeasuringWork } from "./measuring-work.ts";

const FRAME = { turnDeg: 0, resolution: 1 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => act());
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startMeasuring(mode: MeasuringMode, isFreehand = false) {
  const measured: { shape: Shape; isFreehand: boolean }[] = [];
  let deleted = 0;
  const work = createMeasuringWork(mode, isFreehand, {
    onChange: () => undefined,
    onMeasured: (shape, wasFreehand) => measured.push({ shape, isFreehand: wasFreehand }),
    onDelete() {
      deleted += 1;
    },
  });
  const act = (kind: PointerAction["kind"], point: SlidePoint, more: Partial<PointerAction> = {}): boolean =>
    work.handle({ kind, point, frame: FRAME, pointerCount: 1, isTouch: false, isShift: false, isAlt: false, ...more });
  const click = (point: SlidePoint, more: Partial<PointerAction> = {}): void => {
    for (const kind of ["down", "up", "click"] as const) act(kind, point, more);
  };
  return { work, measured, act, click, deleted: () => deleted };
}

describe("measuring a length", () => {
  it("adds a vertex per click and ends with a double click; then the next one starts", () => {
    const { work, measured, click, act } = startMeasuring("length");
    for (const point of [
      [0, 0],
      [100, 0],
      [100, 50],
      [100, 50],
    ] as const)
      click(point);
    act("doubleClick", [100, 50]);
    const path = [
      [0, 0],
      [100, 0],
      [100, 50],
    ];
    expect(measured).toEqual([{ shape: { kind: "line", path }, isFreehand: false }]);
    expect(work.hasStarted()).toBe(false);
    click([7, 7]);
    expect(work.hasStarted()).toBe(true);
  });

  it("shows the segment to the pointer while in progress", () => {
    const { work, click, act } = startMeasuring("length");
    click([0, 0]);
    act("move", [60, 80]);
    const { shape, labelAt } = work.running(FRAME);
    expect(shape).toEqual({
      kind: "line",
      path: [
        [0, 0],
        [60, 80],
      ],
    });
    expect(labelAt).toEqual([60, 80]);
  });

  it("does not end with a single vertex", () => {
    const { work, measured, click } = startMeasuring("length");
    click([0, 0]);
    expect(work.finish(FRAME)).toBe(false);
    expect(measured).toEqual([]);
    expect(work.hasStarted()).toBe(true);
  });

  it("by keyboard: adds vertices at the crosshair, then ends", () => {
    const { work, measured } = startMeasuring("length");
    work.addVertex([0, 0], FRAME);
    work.addVertex([30, 0], FRAME);
    expect(work.finish(FRAME)).toBe(true);
    expect(measured).toHaveLength(1);
  });

  it("is dragged from end to end, with a preview", () => {
    const { act, work, measured } = startMeasuring("length");
    expect([act("down", [0, 0]), act("drag", [50, 0])]).toEqual([true, true]);
    expect(work.running(FRAME)).toMatchObject({
      shape: {
        kind: "line",
        path: [
          [0, 0],
          [50, 0],
        ],
      },
      labelAt: [50, 0],
    });
    expect(act("up", [60, 80])).toBe(true);
    expect(measured).toEqual([
      {
        shape: {
          kind: "line",
          path: [
            [0, 0],
            [60, 80],
          ],
        },
        isFreehand: false,
      },
    ]);
    expect(work.hasStarted()).toBe(false);
  });

  it("continues by dragging after being started by a click", () => {
    const { act, click, work, measured } = startMeasuring("length");
    click([0, 0]);
    for (const [kind, point] of [
      ["down", [30, 0]],
      ["drag", [60, 0]],
      ["up", [100, 0]],
    ] as const)
      act(kind, point);
    expect(measured).toEqual([]);
    work.finish(FRAME);
    expect(measured.map(({ shape }) => shape)).toEqual([
      {
        kind: "line",
        path: [
          [0, 0],
          [100, 0],
        ],
      },
    ]);
  });

  it("treats a trembling press as a click", () => {
    const { act, work, measured } = startMeasuring("length");
    act("down", [0, 0], { isTouch: true });
    act("drag", [7, 3], { isTouch: true });
    act("up", [7, 3], { isTouch: true });
    expect(measured).toEqual([]);
    expect(work.running(FRAME).vertices).toEqual([[0, 0]]);
  });

  it("two fingers move the slide and discard what the first one started", () => {
    const { act, work, measured } = startMeasuring("length");
    act("down", [0, 0], { isTouch: true });
    act("drag", [50, 0], { isTouch: true });
    expect(act("down", [90, 0], { isTouch: true, pointerCount: 2 })).toBe(false);
    expect(act("drag", [95, 0], { isTouch: true, pointerCount: 2 })).toBe(false);
    expect([act("up", [95, 0], { isTouch: true, pointerCount: 1 }), work.hasStarted()]).toEqual([false, false]);
    expect(measured).toEqual([]);
  });
});

describe("measuring freehand", () => {
  const trace = (measuring: ReturnType<typeof startMeasuring>, isShift: boolean): void => {
    measuring.act("down", [0, 0], { isShift });
    for (const point of [
      [40, 30],
      [80, 0],
    ] as const)
      measuring.act("drag", point, { isShift });
    measuring.act("up", [80, 0], { isShift });
  };
  it("with Shift held, once", () => {
    const measuring = startMeasuring("length");
    trace(measuring, true);
    expect(measuring.measured.map(({ shape, isFreehand }) => [shape.kind, isFreehand])).toEqual([["line", true]]);
    trace(measuring, false);
    expect(measuring.measured.map(({ isFreehand }) => isFreehand)).toEqual([true, false]);
  });
  it("always, if enabled", () => {
    const measuring = startMeasuring("area", true);
    trace(measuring, false);
    trace(measuring, false);
    expect(measuring.measured.map(({ shape, isFreehand }) => [shape.kind, isFreehand])).toEqual([
      ["polygon", true],
      ["polygon", true],
    ]);
  });
  it("Shift does not change a shape started by clicks", () => {
    const { work, click, act } = startMeasuring("length");
    click([0, 0]);
    act("down", [50, 50], { isShift: true });
    expect(work.running(FRAME).isFreehand).toBe(false);
    expect(work.hasStarted()).toBe(true);
  });
});

describe("measuring with a finger", () => {
  const touch = { isTouch: true };
  it("a long press sets the last vertex and ends; lifting the finger starts nothing", () => {
    const { work, measured, act, click } = startMeasuring("area");
    click([0, 0], touch);
    click([100, 0], touch);
    act("down", [100, 100], touch);
    vi.advanceTimersByTime(LONG_PRESS_MS);
    const ring = [
      [0, 0],
      [100, 0],
      [100, 100],
    ];
    expect(measured).toEqual([{ shape: { kind: "polygon", rings: [ring] }, isFreehand: false }]);
    act("up", [100, 100], touch);
    act("click", [100, 100], touch);
    expect(work.hasStarted()).toBe(false);
  });
  const others: [what: string, actions: (act: ReturnType<typeof startMeasuring>["act"]) => void][] = [
    ["a finger that moves", (act) => act("drag", [130, 100], touch)],
    ["a lifted finger", (act) => act("up", [100, 100], touch)],
    ["a second finger", (act) => act("down", [300, 100], { ...touch, pointerCount: 2 })],
  ];
  for (const [what, action] of others) {
    it(`${what} is not a long press`, () => {
      const { measured, act, click } = startMeasuring("length");
      click([0, 0], touch);
      act("down", [100, 100], touch);
      action(act);
      vi.advanceTimersByTime(2 * LONG_PRESS_MS);
      expect(measured).toEqual([]);
    });
  }
});

describe("the Delete key", () => {
  it("removes the last vertex of a started shape", () => {
    const { work, click, deleted } = startMeasuring("length");
    click([0, 0]);
    click([100, 0]);
    work.deleteVertex();
    expect(work.running(FRAME).vertices).toEqual([[0, 0]]);
    expect(deleted()).toBe(0);
  });
  it("deletes the last measurement if nothing is started", () => {
    const { work, deleted } = startMeasuring("length");
    work.deleteVertex();
    expect(deleted()).toBe(1);
  });
});

it("a discarded shape leaves nothing started", () => {
  const { work, measured, click } = startMeasuring("area");
  click([0, 0]);
  click([100, 0]);
  work.discard();
  expect(work.hasStarted()).toBe(false);
  expect(work.running(FRAME).shape).toBeNull();
  expect(measured).toEqual([]);
});

it("an area is dragged around", () => {
  const { act, measured } = startMeasuring("area");
  act("down", [0, 0]);
  for (const point of [
    [80, 0],
    [80, 80],
    [0, 80],
  ] as const)
    act("drag", point);
  act("up", [0, 80]);
  expect(measured.map(({ shape, isFreehand }) => [shape.kind, isFreehand])).toEqual([["polygon", true]]);
});
