import { DRAWN_TYPE_NAMES } from "@parfocal/core/annotation/annotation-types.ts";
import { ringAreaPx2 } from "@parfocal/core/geometry/measurement.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import {
  canBeFreehand,
  drawingTool,
  ELLIPSE_POINTS,
  ellipseInBox,
  rectangleRing,
  squareCorner,
} from "./drawing-tools.ts";

const FRAME = { turnDeg: 0, resolution: 1 };
const near = (points: readonly SlidePoint[]) => points.map(([x, y]) => [expect.closeTo(x, 6), expect.closeTo(y, 6)]);

describe("a rectangle between two corners", () => {
  it("is parallel to the slide's sides without rotation", () => {
    expect(rectangleRing([10, 20], [40, 60], 0)).toEqual(
      near([
        [10, 20],
        [40, 20],
        [40, 60],
        [10, 60],
      ]),
    );
  });
  it("can be drawn to the left and up", () => {
    expect(ringAreaPx2(rectangleRing([40, 60], [10, 20], 0))).toBeCloseTo(1200, 6);
  });
  it("is parallel to the screen's sides when the slide is rotated by 90°", () => {
    expect(rectangleRing([10, 20], [40, 60], 90)).toEqual(
      near([
        [10, 20],
        [10, 60],
        [40, 60],
        [40, 20],
      ]),
    );
  });
  it("rotated by 45°, a horizontal drag is a diagonal on the slide", () => {
    // 10 to the right and 0 down on the screen is right and up on the slide.
    const [from, across, to] = rectangleRing([0, 0], [10 / Math.SQRT2, -10 / Math.SQRT2], 45) as SlidePoint[];
    expect([from, across]).toEqual(near([[0, 0], to as SlidePoint]));
  });
});

describe("an ellipse", () => {
  const ring = ellipseInBox(rectangleRing([100, 100], [300, 200], 0));
  it("is a polygon of 64 points", () => expect([ring.length, ELLIPSE_POINTS]).toEqual([64, 64]));
  it("has the ellipse's area, except for what 64 straight sides cut off", () => {
    const whole = Math.PI * 100 * 50;
    const polygonShare = (ELLIPSE_POINTS / (2 * Math.PI)) * Math.sin((2 * Math.PI) / ELLIPSE_POINTS);
    expect(ringAreaPx2(ring)).toBeCloseTo(whole * polygonShare, 6);
    expect(ringAreaPx2(ring) / whole).toBeGreaterThan(0.998);
  });
  it("touches all four sides of its box", () => {
    const xs = ring.map(([x]) => x);
    const ys = ring.map(([, y]) => y);
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual(
      [100, 300, 100, 200].map((side) => expect.closeTo(side, 6)),
    );
  });
  it("keeps its area when drawn on a rotated slide", () => {
    const [x, y] = [200, 100];
    const angle = Math.PI / 4;
    const to: SlidePoint = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
    expect(ringAreaPx2(ellipseInBox(rectangleRing([0, 0], to, 45)))).toBeCloseTo(ringAreaPx2(ring), 4);
  });
});

describe("a square, drawn with Shift", () => {
  const cases: [to: SlidePoint, corner: SlidePoint][] = [
    [
      [30, 10],
      [30, 30],
    ],
    [
      [-10, 30],
      [-30, 30],
    ],
    [
      [-30, -10],
      [-30, -30],
    ],
  ];
  for (const [to, corner] of cases)
    it(`to ${to}: ${corner}`, () => expect(squareCorner([0, 0], to, 0)).toEqual(near([corner])[0]));
});

describe("tools", () => {
  const square: SlidePoint[] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ];
  const cases: [string, (typeof DRAWN_TYPE_NAMES)[number], boolean, readonly SlidePoint[], string | null][] = [
    ["a point of one position", "point", false, [[3, 4]], "point"],
    ["a text of one position", "text", false, [[3, 4]], "point"],
    ["no line of one position", "line", false, [[3, 4]], null],
    [
      "no line of two equal positions",
      "line",
      false,
      [
        [3, 4],
        [3, 4],
      ],
      null,
    ],
    ["a line of two", "line", false, square.slice(0, 2), "line"],
    ["an arrow of two", "arrow", false, square.slice(0, 2), "line"],
    ["no polygon of two", "polygon", false, square.slice(0, 2), null],
    ["a polygon of three", "polygon", false, square.slice(0, 3), "polygon"],
    [
      "no rectangle without height",
      "rectangle",
      false,
      [
        [0, 0],
        [50, 0],
      ],
      null,
    ],
    [
      "a rectangle",
      "rectangle",
      false,
      [
        [0, 0],
        [50, 20],
      ],
      "polygon",
    ],
    [
      "no ellipse without width",
      "ellipse",
      false,
      [
        [0, 0],
        [0, 20],
      ],
      null,
    ],
    [
      "an ellipse",
      "ellipse",
      false,
      [
        [0, 0],
        [50, 20],
      ],
      "polygon",
    ],
    ["freehand that returns to its start is a polygon", "freehand", false, [...square, [0, 15]], "polygon"],
    ["freehand that ends elsewhere is a line", "freehand", false, square.slice(0, 3), "line"],
    ["a freehand polygon is a polygon wherever it ends", "polygon", true, square.slice(0, 3), "polygon"],
    ["a freehand line is a line even if it returns to its start", "line", true, [...square, [0, 1]], "line"],
  ];
  for (const [name, typeName, isFreehand, vertices, kind] of cases) {
    it(`${name}`, () => expect(drawingTool(typeName, isFreehand).shapeOf(vertices, FRAME)?.kind ?? null).toBe(kind));
  }
  it("the closing distance of a freehand line is measured on the screen", () => {
    const vertices: SlidePoint[] = [...square, [0, 60]];
    expect(drawingTool("freehand", false).shapeOf(vertices, { turnDeg: 0, resolution: 1 })?.kind).toBe("line");
    expect(drawingTool("freehand", false).shapeOf(vertices, { turnDeg: 0, resolution: 4 })?.kind).toBe("polygon");
  });
  it("only freehand, line and polygon can be drawn freehand", () => {
    expect(DRAWN_TYPE_NAMES.filter(canBeFreehand)).toEqual(["line", "polygon", "freehand"]);
  });
});
