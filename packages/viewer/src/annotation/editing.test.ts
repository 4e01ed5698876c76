import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PointerAction } from "../slide-work/work.ts";
import type { EditingToolName } from "./annotation-layer.ts";
import { createEditing } from "./editing.ts";
import { boxOf } from "./shape-editing.ts";
import { LONG_PRESS_MS } from "./vertex-hand.ts";

const FRAME = { turnDeg: 0, resolution: 1 };
const SLIDE = { width: 1000, height: 1000 };
const SQUARE: Shape = {
  kind: "polygon",
  rings: [
    [
      [100, 100],
      [300, 100],
      [300, 300],
      [100, 300],
    ],
  ],
};

function edit(tool: EditingToolName, shapes: readonly Shape[] = [SQUARE], typeName: AnnotationTypeName = "polygon") {
  const reported = { steps: 0 };
  const work = createEditing({
    editedId: 7,
    edited: shapes.map((shape) => ({ shape, typeName })),
    typeName,
    tool,
    slide: SLIDE,
    pixelAspect: 1,
    brushRadiusPx: () => 20,
    onDraw: () => undefined,
    onStep() {
      reported.steps += 1;
    },
  });
  const act = (kind: PointerAction["kind"], point: SlidePoint, more: Partial<PointerAction> = {}): boolean =>
    work.handle({ kind, point, frame: FRAME, pointerCount: 1, isTouch: false, isShift: false, isAlt: false, ...more });
  const drag = (way: readonly SlidePoint[], more: Partial<PointerAction> = {}): void => {
    act("down", way[0] as SlidePoint, more);
    for (const place of way.slice(1)) act("drag", place, more);
    act("up", way.at(-1) as SlidePoint, more);
  };
  const shape = (): Shape => work.now()[0]?.shape as Shape;
  const rings = () => {
    const now = shape();
    return now.kind === "polygon" ? now.rings : [];
  };
  return { work, act, drag, shape, rings, reported };
}

describe("vertices", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("requestAnimationFrame", (act: () => void) => act());
    vi.stubGlobal("cancelAnimationFrame", () => undefined);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("a click on a midpoint handle adds a vertex", () => {
    const { drag, rings } = edit("vertices");
    drag([[200, 100]]);
    expect(rings()[0]).toHaveLength(5);
    expect(rings()[0]?.[1]).toEqual([200, 100]);
  });

  it("Alt+click deletes a vertex, but keeps an area", () => {
    const { act, rings } = edit("vertices");
    act("down", [100, 100], { isAlt: true });
    act("down", [300, 100], { isAlt: true });
    expect(rings()[0]).toHaveLength(3);
  });

  it("a long press deletes a vertex; a moving finger does not", () => {
    const { act, rings } = edit("vertices");
    act("down", [100, 100], { isTouch: true });
    act("drag", [120, 120], { isTouch: true });
    vi.advanceTimersByTime(LONG_PRESS_MS);
    act("up", [120, 120], { isTouch: true });
    expect(rings()[0]).toHaveLength(4);
    act("down", [300, 100], { isTouch: true });
    vi.advanceTimersByTime(LONG_PRESS_MS);
    expect(rings()[0]).toHaveLength(3);
  });

  it("the keyboard selects the next vertex and centres the view on it", () => {
    const { work, rings } = edit("vertices");
    work.chooseHandle?.(-1, FRAME);
    work.addVertex([150, 350], FRAME);
    expect(rings()[0]?.[3]).toEqual([150, 350]);
  });
});

describe("the bounding box", () => {
  it("resizes by a corner, proportionally with Shift", () => {
    const { drag, rings } = edit("box");
    const corner: SlidePoint = [300, 300];
    drag([corner, [500, 350]], { isShift: true });
    expect(rings()[0]?.[2]).toEqual([500, 500]);
  });

  it("rotates by the handle above", () => {
    const { drag, rings } = edit("box");
    drag([
      [200, 70],
      [330, 200],
    ]);
    expect(rings()[0]?.[0]?.map(Math.round)).toEqual([300, 100]);
  });

  it("moves by dragging inside", () => {
    const { drag, rings } = edit("box");
    drag([
      [150, 150],
      [170, 140],
    ]);
    expect(rings()[0]?.[0]).toEqual([120, 90]);
  });

  it("stops at the slide's edge", () => {
    const { drag, rings } = edit("box");
    drag([
      [150, 150],
      [-90, 150],
    ]);
    expect(rings()[0]?.[0]).toEqual([100, 100]);
  });

  for (const [typeName, shape] of [
    ["text", { kind: "point", point: [200, 200] }],
    [
      "arrow",
      {
        kind: "line",
        path: [
          [150, 150],
          [250, 250],
        ],
      },
    ],
    [
      "point",
      {
        kind: "multiPoint",
        points: [
          [150, 150],
          [250, 250],
        ],
      },
    ],
    ["polygon", { kind: "multiPolygon", polygons: [SQUARE.kind === "polygon" ? SQUARE.rings : []] }],
  ] as [AnnotationTypeName, Shape][]) {
    it(`moves a ${shape.kind} (${typeName})`, () => {
      const { work, shape: now } = edit("box", [shape], typeName);
      work.addVertex([400, 400], FRAME);
      expect(now().kind).toBe(shape.kind);
      expect(now()).not.toEqual(shape);
    });
  }

  it("moves several together, undone in one step", () => {
    const other: Shape = { kind: "point", point: [500, 500] };
    const { work, drag } = edit("box", [SQUARE, other]);
    drag([
      [200, 200],
      [210, 220],
    ]);
    expect(work.now()[1]?.shape).toEqual({ kind: "point", point: [510, 520] });
    work.undo();
    expect(work.now().map(({ shape }) => shape)).toEqual([SQUARE, other]);
  });
});

describe("the brush", () => {
  it("adds to the area; undo and redo go through its strokes", () => {
    const { work, drag, shape, reported } = edit("brush");
    drag([
      [300, 200],
      [360, 200],
    ]);
    const painted = shape();
    expect(painted).not.toEqual(SQUARE);
    work.undo();
    expect(shape()).toEqual(SQUARE);
    work.redo();
    expect(shape()).toBe(painted);
    expect(reported.steps).toBe(3);
  });

  it("subtracts with Alt, as the eraser does without", () => {
    const withAlt = edit("brush");
    withAlt.drag([[200, 200]], { isAlt: true });
    const eraser = edit("eraser");
    eraser.drag([[200, 200]]);
    expect(withAlt.rings()).toHaveLength(2);
    expect(eraser.rings()).toEqual(withAlt.rings());
  });

  it("outside the area adds a second part", () => {
    const { drag, shape } = edit("brush");
    drag([[600, 600]]);
    expect(shape().kind).toBe("multiPolygon");
  });

  it("turns a rectangle into a polygon", () => {
    const { work, drag } = edit("brush", [SQUARE], "rectangle");
    drag([[300, 200]]);
    expect(work.typeName).toBe("polygon");
  });

  it("starts a new area", () => {
    const { drag, shape } = edit("brush", []);
    drag([
      [50, 50],
      [90, 50],
    ]);
    expect(shape().kind).toBe("polygon");
  });

  it("never creates a self-intersecting outline, and stays on the slide", () => {
    const { drag, shape } = edit("brush");
    const way = Array.from({ length: 80 }, (_unused, index): SlidePoint => {
      const angle = index / 5;
      return [60 + 55 * Math.cos(angle) + index, 60 + 55 * Math.sin(angle * 1.3)];
    });
    drag(way);
    expect(findSelfCrossing(shape())).toBeNull();
    const now = shape();
    const points = now.kind === "polygon" ? now.rings.flat() : [];
    expect(points.every(([x, y]) => x >= 0 && y >= 0)).toBe(true);
  });

  it("never erases a shape completely", () => {
    const small: Shape = {
      kind: "polygon",
      rings: [
        [
          [200, 200],
          [205, 200],
          [205, 205],
        ],
      ],
    };
    const { drag, shape } = edit("eraser", [small]);
    drag([[202, 202]]);
    expect(shape()).toEqual(small);
  });
});

describe("cutting out", () => {
  const HOLE: readonly SlidePoint[] = [
    [150, 150],
    [250, 150],
    [250, 250],
    [150, 250],
    [150, 152],
  ];

  it("makes a hole of an outline inside the area", () => {
    const { drag, rings, work } = edit("cutOut");
    drag(HOLE);
    expect(rings()).toHaveLength(2);
    work.undo();
    expect(rings()).toHaveLength(1);
  });

  it("across the edge removes a part", () => {
    const { drag, rings } = edit("cutOut");
    drag(HOLE.map(([x, y]) => [x + 100, y]));
    expect(rings()).toHaveLength(1);
    expect(rings()[0]?.length).toBeGreaterThan(4);
  });

  it("by keyboard: Space adds vertices, Enter cuts, a second Enter finishes", () => {
    const { work, rings } = edit("cutOut");
    for (const place of HOLE.slice(0, 4)) work.addVertex(place, FRAME);
    expect(work.finishPart?.(FRAME)).toBe(true);
    expect(rings()).toHaveLength(2);
    expect(work.finishPart?.(FRAME)).toBe(false);
  });
});

describe("a change in one step", () => {
  it("can be undone like a change by pointer; a suggestion changes nothing", () => {
    const { work, shape } = edit("vertices");
    const [first] = work.now();
    const moved: Shape = { kind: "point", point: [1, 1] };
    work.suggest([{ shape: moved, typeName: "point" }]);
    expect(work.content(FRAME).shape).toBe(moved);
    expect(shape()).toBe(first?.shape);
    work.change([{ shape: moved, typeName: "point" }]);
    work.undo();
    expect(shape()).toBe(first?.shape);
  });

  it("an ellipse stays an ellipse when resized, rotated and moved", () => {
    const ring = Array.from({ length: 64 }, (_unused, index): SlidePoint => {
      const angle = (index / 64) * 2 * Math.PI;
      return [400 + 100 * Math.cos(angle), 400 + 50 * Math.sin(angle)];
    });
    const { drag, shape } = edit("box", [{ kind: "polygon", rings: [ring] }], "ellipse");
    drag([
      [400, 320],
      [480, 340],
    ]);
    drag([
      [400, 400],
      [420, 430],
    ]);
    expect(boxOf(shape(), "ellipse")).not.toBeNull();
  });
});
