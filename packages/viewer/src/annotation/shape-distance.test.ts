import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import { distanceToOutline, distanceToSegment, HOVER_TOLERANCE_PX, isInside, nearestShape } from "./shape-distance.ts";

const square = (x: number, y: number, side: number): SlidePoint[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
const RING: Shape = { kind: "polygon", rings: [square(0, 0, 100), square(40, 40, 20)] };

describe("distances", () => {
  it("to a segment: beside it, beyond its ends, without length", () => {
    expect(distanceToSegment([5, 3], [0, 0], [10, 0])).toBe(3);
    expect(distanceToSegment([13, 4], [0, 0], [10, 0])).toBe(5);
    expect(distanceToSegment([3, 4], [0, 0], [0, 0])).toBe(5);
  });
  it("to the side between the last and the first vertex of a ring, but not of a line", () => {
    expect(distanceToOutline([-3, 50], RING)).toBe(3);
    expect(distanceToOutline([-3, 50], { kind: "line", path: square(0, 0, 100) })).toBeGreaterThan(40);
  });
  it("inside a ring, not in its hole", () => {
    expect([isInside([10, 10], RING), isInside([50, 50], RING), isInside([110, 50], RING)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("which annotation the pointer means", () => {
  const candidates = [
    { id: "large", shape: { kind: "polygon", rings: [square(0, 0, 500)] } },
    { id: "small", shape: { kind: "polygon", rings: [square(100, 100, 50)] } },
    {
      id: "line",
      shape: {
        kind: "line",
        path: [
          [200, 200],
          [400, 200],
        ],
      },
    },
  ] as const satisfies readonly { id: string; shape: Shape }[];
  const cases: [string, SlidePoint, string | null][] = [
    ["the smaller of two around it", [125, 125], "small"],
    ["the large one outside the small one", [300, 400], "large"],
    ["a line within five pixels, although it is inside a polygon", [300, 204.9], "line"],
    ["a line exactly five pixels away", [300, 205], "line"],
    ["not a line farther away", [300, 205.1], "large"],
    ["the outline from outside", [-5, 100], "large"],
    ["none", [-5.1, 100], null],
  ];
  for (const [name, point, id] of cases)
    it(name, () => expect(nearestShape(candidates, point, HOVER_TOLERANCE_PX)).toBe(id));
});
