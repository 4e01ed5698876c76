import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import { ellipseInBox } from "./drawing-tools.ts";
import { boxAround, boxHandles, centerOf, resizeBy, turnBetween, turnBox } from "./shape-box.ts";
import { boxOf } from "./shape-editing.ts";
import { mapVertices } from "./shape-paths.ts";

const FRAME = { turnDeg: 0, resolution: 1 };
const RING: readonly SlidePoint[] = [
  [100, 100],
  [300, 100],
  [300, 200],
  [100, 200],
];
const RECTANGLE: Shape = { kind: "polygon", rings: [RING] };
const ELLIPSE: Shape = { kind: "polygon", rings: [ellipseInBox(RING)] };
const BENT: Shape = {
  kind: "polygon",
  rings: [
    [
      [10, 20],
      [50, 20],
      [10, 80],
    ],
  ],
};
const near = (point: SlidePoint, expected: SlidePoint) => {
  expect(point[0]).toBeCloseTo(expected[0], 6);
  expect(point[1]).toBeCloseTo(expected[1], 6);
};

describe("the box around the edited shapes", () => {
  it("is parallel to the screen's sides at any rotation", () => {
    const box = boxAround([{ shape: BENT, typeName: "polygon" }], { turnDeg: 90, resolution: 1 }, 1);
    const [a, b] = box;
    // At 90 degrees the screen's right is up on the slide.
    near([b[0] - a[0], b[1] - a[1]], [0, -60]);
  });

  it("of a rectangle is the rectangle itself, rotated with it", () => {
    const turned = mapVertices(RECTANGLE, turnBox(RING as never, 30, 1));
    const box = boxAround([{ shape: turned, typeName: "rectangle" }], FRAME, 1);
    expect(Math.hypot(box[1][0] - box[0][0], box[1][1] - box[0][1])).toBeCloseTo(200, 6);
  });

  it("of several shapes surrounds all of them", () => {
    const boxed = [
      { shape: BENT, typeName: "polygon" as const },
      { shape: RECTANGLE, typeName: "rectangle" as const },
    ];
    expect(boxAround(boxed, FRAME, 1)).toEqual([
      [10, 20],
      [300, 20],
      [300, 200],
      [10, 200],
    ]);
  });

  it("has eight resize handles and one rotation handle, none around a single point", () => {
    const kinds = boxHandles(boxAround([{ shape: BENT, typeName: "polygon" }], FRAME, 1), FRAME).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual([...Array(8).fill("resize"), "turn"]);
    const point: Shape = { kind: "point", point: [5, 5] };
    expect(boxHandles(boxAround([{ shape: point, typeName: "text" }], FRAME, 1), FRAME)).toEqual([]);
  });
});

describe("resizing", () => {
  const box = RING as never;
  const cases: [
    what: string,
    index: number,
    to: SlidePoint,
    isShift: boolean,
    from: SlidePoint,
    expected: SlidePoint,
  ][] = [
    ["a corner keeps the opposite one", 4, [500, 400], false, [100, 100], [100, 100]],
    ["a corner follows the pointer", 4, [500, 400], false, [300, 200], [500, 400]],
    ["with Shift the larger factor applies to both axes", 4, [500, 210], true, [300, 200], [500, 300]],
    ["a side changes only one direction", 3, [400, 170], false, [300, 150], [400, 150]],
    ["a side with Shift changes both", 3, [500, 150], true, [300, 200], [500, 300]],
    ["dragged over the opposite corner, it is mirrored", 4, [0, 50], false, [300, 200], [0, 50]],
  ];
  for (const [what, index, to, isShift, from, expected] of cases) {
    it(what, () => near(resizeBy(box, index, to, isShift)(from), expected));
  }

  it("never makes a shape too small to be enlarged again", () => {
    const [x, y] = resizeBy(box, 4, [100, 100], false)([300, 200]);
    expect([x - 100, y - 100].map(Math.abs)).toEqual([1, 1]);
  });

  it("a line without height is lengthened and stays a line", () => {
    const flat: Shape = {
      kind: "line",
      path: [
        [0, 10],
        [50, 10],
      ],
    };
    const flatBox = boxAround([{ shape: flat, typeName: "line" }], FRAME, 1);
    expect(mapVertices(flat, resizeBy(flatBox, 4, [100, 90], false))).toEqual({
      kind: "line",
      path: [
        [0, 10],
        [100, 10],
      ],
    });
  });

  for (const [typeName, shape] of [
    ["rectangle", RECTANGLE],
    ["ellipse", ELLIPSE],
  ] as [AnnotationTypeName, Shape][]) {
    it(`a rotated ${typeName} stays one when resized`, () => {
      const turned = mapVertices(shape, turnBox(RING as never, 25, 1));
      const own = boxAround([{ shape: turned, typeName }], FRAME, 1);
      const resized = mapVertices(turned, resizeBy(own, 4, [420, 310], false));
      expect(boxOf(resized, typeName)).not.toBeNull();
    });
  }
});

describe("rotating", () => {
  it("is clockwise around the centre", () => near(turnBox(RING as never, 90, 1)([300, 150]), [200, 250]));

  it("follows the pointer; with Shift in steps of 15 degrees", () => {
    const center = centerOf(RING as never);
    const to: SlidePoint = [center[0] + 100, center[1] + 40];
    const from: SlidePoint = [center[0] + 100, center[1]];
    const free = turnBetween(center, from, to, { pixelAspect: 1, isStepped: false });
    expect(free).toBeCloseTo(21.8, 1);
    expect(turnBetween(center, from, to, { pixelAspect: 1, isStepped: true })).toBe(15);
  });

  it("does not shear on a slide with non-square pixels: lengths in µm are kept", () => {
    const pixelAspect = 2;
    const turned = mapVertices(RECTANGLE, turnBox(RING as never, 40, pixelAspect));
    const [a, b, c] = turned.kind === "polygon" ? (turned.rings[0] as SlidePoint[]) : [];
    const um = ([x0, y0]: SlidePoint, [x1, y1]: SlidePoint) => Math.hypot(x1 - x0, (y1 - y0) * pixelAspect);
    expect(um(a as SlidePoint, b as SlidePoint)).toBeCloseTo(200, 6);
    expect(um(b as SlidePoint, c as SlidePoint)).toBeCloseTo(200, 6);
    expect(boxOf(turned, "rectangle", pixelAspect)).not.toBeNull();
  });
});
