import { ringAreaPx2 } from "@parfocal/core/geometry/measurement.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import type { Handle } from "../slide-work/handle.ts";
import { ellipseInBox, rectangleRing } from "./drawing-tools.ts";
import { createEditing } from "./editing.ts";
import { deleteVertexOf, handleAt, handlesOf, moveHandle, translateShape } from "./shape-editing.ts";
import { tidyShape } from "./shape-paths.ts";

const SLIDE = { width: 10_000, height: 10_000 };
const TRIANGLE: Shape = {
  kind: "polygon",
  rings: [
    [
      [0, 0],
      [100, 0],
      [100, 100],
    ],
  ],
};
const RECTANGLE: Shape = { kind: "polygon", rings: [rectangleRing([100, 100], [300, 200], 0)] };
const TILTED: Shape = tidyShape({ kind: "polygon", rings: [rectangleRing([500, 500], [800, 700], 30)] }, SLIDE);
const ELLIPSE: Shape = tidyShape(
  { kind: "polygon", rings: [ellipseInBox(rectangleRing([100, 100], [300, 200], 0))] },
  SLIDE,
);
const kinds = (shape: Shape, typeName: "polygon" | "rectangle" | "ellipse" | "arrow" | "line") =>
  handlesOf(shape, typeName).map(({ kind }) => kind);
const ringOf = (shape: Shape): readonly SlidePoint[] => (shape.kind === "polygon" ? (shape.rings[0] ?? []) : []);
const handle = (
  shape: Shape,
  typeName: "polygon" | "rectangle" | "ellipse",
  kind: Handle["kind"],
  place: number,
): Handle => handlesOf(shape, typeName).filter((candidate) => candidate.kind === kind)[place] as Handle;

describe("handles", () => {
  it("a polygon has its vertices and midpoints", () => {
    expect(kinds(TRIANGLE, "polygon")).toEqual(["middle", "middle", "middle", "vertex", "vertex", "vertex"]);
  });
  it("a line has no midpoint between its end and its start", () => {
    expect(
      kinds(
        {
          kind: "line",
          path: [
            [0, 0],
            [1, 0],
            [2, 0],
          ],
        },
        "line",
      ).filter((kind) => kind === "middle"),
    ).toHaveLength(2);
  });
  it("an arrow stays straight", () =>
    expect(
      kinds(
        {
          kind: "line",
          path: [
            [0, 0],
            [9, 0],
          ],
        },
        "arrow",
      ),
    ).toEqual(["vertex", "vertex"]));
  it("rectangle and ellipse have the four corners of their box, also if stored with rounded numbers", () => {
    for (const [shape, typeName] of [
      [RECTANGLE, "rectangle"],
      [TILTED, "rectangle"],
      [ELLIPSE, "ellipse"],
    ] as const) {
      expect(kinds(shape, typeName)).toEqual(["corner", "corner", "corner", "corner"]);
    }
  });
  it("an invalid rectangle has the handles of a polygon", () =>
    expect(kinds(TRIANGLE, "rectangle")).toContain("vertex"));
  it("a rectangular polygon keeps the handles of a polygon", () =>
    expect(kinds(RECTANGLE, "polygon")).toContain("middle"));
  it("a vertex takes precedence over a midpoint next to it", () => {
    const handles: Handle[] = [
      { kind: "middle", at: [4, 0], path: 0, index: 1 },
      { kind: "vertex", at: [0, 0], path: 0, index: 0 },
    ];
    expect(handleAt(handles, [2.5, 0], 9)?.kind).toBe("vertex");
    expect(handleAt(handles, [40, 0], 9)).toBeNull();
  });
});

describe("moving a handle", () => {
  it("moves a vertex", () => {
    expect(ringOf(moveHandle(TRIANGLE, "polygon", handle(TRIANGLE, "polygon", "vertex", 1), [120, -5]))).toEqual([
      [0, 0],
      [120, -5],
      [100, 100],
    ]);
  });
  it("turns a midpoint into a vertex, also the last one", () => {
    expect(ringOf(moveHandle(TRIANGLE, "polygon", handle(TRIANGLE, "polygon", "middle", 2), [40, 60]))).toEqual([
      [0, 0],
      [100, 0],
      [100, 100],
      [40, 60],
    ]);
  });
  it("a corner of a rectangle: the opposite one and the angles are kept", () => {
    expect(ringOf(moveHandle(RECTANGLE, "rectangle", handle(RECTANGLE, "rectangle", "corner", 2), [400, 250]))).toEqual(
      [
        [100, 100],
        [400, 100],
        [400, 250],
        [100, 250],
      ].map(([x, y]) => [expect.closeTo(x as number, 9), expect.closeTo(y as number, 9)]),
    );
  });
  for (const place of [0, 1, 2, 3]) {
    it(`corner ${place} of a tilted rectangle: still a rectangle with the same opposite corner`, () => {
      const moved = moveHandle(TILTED, "rectangle", handle(TILTED, "rectangle", "corner", place), [900, 400]);
      expect(kinds(moved, "rectangle")).toEqual(["corner", "corner", "corner", "corner"]);
      const fixed = ringOf(TILTED)[(place + 2) % 4] as SlidePoint;
      expect(ringOf(moved)[(place + 2) % 4]).toEqual([expect.closeTo(fixed[0], 6), expect.closeTo(fixed[1], 6)]);
      expect(ringOf(moved)[place]).toEqual([expect.closeTo(900, 0), expect.closeTo(400, 0)]);
    });
  }
  it("a corner dragged onto the opposite side leaves a box that can be enlarged again", () => {
    const flat = moveHandle(RECTANGLE, "rectangle", handle(RECTANGLE, "rectangle", "corner", 2), [400, 100]);
    expect(ringAreaPx2(ringOf(flat))).toBeCloseTo(300, 6);
    expect(kinds(flat, "rectangle")).toContain("corner");
  });
  it("an ellipse stays an ellipse: twice as wide, twice the area", () => {
    const wider = moveHandle(ELLIPSE, "ellipse", handle(ELLIPSE, "ellipse", "corner", 2), [500, 200]);
    expect(ringOf(wider)).toHaveLength(64);
    expect(ringAreaPx2(ringOf(wider)) / ringAreaPx2(ringOf(ELLIPSE))).toBeCloseTo(2, 2);
    expect(kinds(wider, "ellipse")).toContain("corner");
  });
});

describe("deleting a vertex", () => {
  it("is rejected if the shape needs it", () => {
    expect(deleteVertexOf(TRIANGLE, handle(TRIANGLE, "polygon", "vertex", 0))).toBeNull();
  });
  it("removes it from the ring", () => {
    expect(ringOf(deleteVertexOf(RECTANGLE, handle(RECTANGLE, "polygon", "vertex", 0)) as Shape)).toHaveLength(3);
  });
});

it("moving a shape of many parts moves all of them", () => {
  const shape: Shape = {
    kind: "multiPolygon",
    polygons: [
      [
        [
          [0, 0],
          [9, 0],
          [9, 9],
        ],
        [
          [1, 1],
          [2, 1],
          [2, 2],
        ],
      ],
      [
        [
          [20, 0],
          [29, 0],
          [29, 9],
        ],
      ],
    ],
  };
  expect(translateShape(shape, 1, -1)).toEqual({
    kind: "multiPolygon",
    polygons: [
      [
        [
          [1, -1],
          [10, -1],
          [10, 8],
        ],
        [
          [2, 0],
          [3, 0],
          [3, 1],
        ],
      ],
      [
        [
          [21, -1],
          [30, -1],
          [30, 8],
        ],
      ],
    ],
  });
});

it("a shape is kept on the slide and rounded to a hundredth of a pixel", () => {
  expect(
    tidyShape(
      {
        kind: "line",
        path: [
          [-5, 7.126_49],
          [10_500, 9999.999],
        ],
      },
      SLIDE,
    ),
  ).toEqual({
    kind: "line",
    path: [
      [0, 7.13],
      [10_000, 10_000],
    ],
  });
});

describe("changing a shape with the pointer", () => {
  const FRAME = { turnDeg: 0, resolution: 1 };
  const action = { frame: FRAME, pointerCount: 1, isTouch: false, isShift: false, isAlt: false };
  const edit = () =>
    createEditing({
      editedId: 7,
      edited: [{ shape: RECTANGLE, typeName: "rectangle" }],
      typeName: "rectangle",
      tool: "vertices",
      slide: SLIDE,
      pixelAspect: 1,
      brushRadiusPx: () => 20,
      onDraw: () => undefined,
      onStep: () => undefined,
    });
  const dragFrom = (work: ReturnType<typeof edit>, from: SlidePoint, to: SlidePoint): void => {
    work.handle({ ...action, kind: "down", point: from });
    work.handle({ ...action, kind: "drag", point: to });
    work.handle({ ...action, kind: "up", point: to });
  };

  it("has no result until something is changed", () => expect(edit().result(FRAME)).toBeNull());
  it("a press outside moves the slide", () =>
    expect(edit().handle({ ...action, kind: "down", point: [900, 900] })).toBe(false));
  it("a drag inside moves the shape; undo and redo step through the states", () => {
    const work = edit();
    dragFrom(work, [200, 150], [210, 155]);
    const moved = [
      [110, 105],
      [310, 105],
      [310, 205],
      [110, 205],
    ];
    expect(ringOf(work.result(FRAME) as Shape)).toEqual(
      moved.map(([x, y]) => [expect.closeTo(x as number, 6), expect.closeTo(y as number, 6)]),
    );
    work.undo();
    expect([work.result(FRAME), work.canUndo(), work.canRedo()]).toEqual([null, false, true]);
    work.redo();
    expect(ringOf(work.result(FRAME) as Shape)[0]).toEqual([expect.closeTo(110, 6), expect.closeTo(105, 6)]);
  });
  it("a drag beyond the slide's edge moves it to the edge, unchanged", () => {
    const work = edit();
    dragFrom(work, [200, 150], [-400, 150]);
    expect(ringOf(work.result(FRAME) as Shape)).toEqual([
      [0, 100],
      [200, 100],
      [200, 200],
      [0, 200],
    ]);
  });
  it("a press without movement changes nothing", () => {
    const work = edit();
    work.handle({ ...action, kind: "down", point: [300, 200] });
    work.handle({ ...action, kind: "up", point: [300, 200] });
    expect(work.result(FRAME)).toBeNull();
  });
  it("a second finger during a drag restores the shape", () => {
    const work = edit();
    work.handle({ ...action, kind: "down", point: [300, 200] });
    work.handle({ ...action, kind: "drag", point: [350, 250] });
    expect(work.handle({ ...action, kind: "down", point: [10, 10], pointerCount: 2 })).toBe(false);
    expect(work.content(FRAME).shape).toEqual(RECTANGLE);
  });
});
