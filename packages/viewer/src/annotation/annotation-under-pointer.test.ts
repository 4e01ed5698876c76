import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import { annotationUnderPointer, type PointerFrame } from "./annotation-under-pointer.ts";
import { createBoxGrid } from "./box-grid.ts";
import { storeShapes } from "./shape-store.ts";

const square = (x: number, y: number, side: number): SlidePoint[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
const SHAPES: Readonly<Record<string, Shape>> = {
  large: { kind: "polygon", rings: [square(0, 0, 1000), square(600, 600, 300)] },
  small: { kind: "polygon", rings: [square(100, 100, 200)] },
  line: {
    kind: "line",
    path: [
      [200, 500],
      [800, 500],
    ],
  },
  numbered: {
    kind: "line",
    path: [
      [200, 420],
      [800, 450],
    ],
  },
  point: { kind: "point", point: [500, 200] },
  "numbered point": { kind: "point", point: [800, 200] },
};
const annotations: DrawableAnnotation[] = Object.entries(SHAPES).map(([id, shape]) => ({
  id,
  shape,
  typeName: shape.kind === "point" ? "point" : shape.kind === "line" ? "line" : "polygon",
  kind: "expert",
  title: "",
  order: id.startsWith("numbered") ? 1 : null,
}));
const store = storeShapes(annotations.map(({ shape }) => shape));
const pointedAt = { annotations, store, grid: createBoxGrid(store.boxes) };
const PLAIN: PointerFrame = {
  resolution: 1,
  turnDeg: 0,
  omitted: new Set(),
  areNumbersShown: true,
  minNumberedPx: 0,
};

describe("the annotation under the pointer", () => {
  const cases: [string, SlidePoint, Partial<PointerFrame>, string | null][] = [
    ["a line exactly five px off, inside a polygon", [500, 505], {}, "line"],
    ["not farther away: the surrounding polygon", [500, 505.1], {}, "large"],
    ["five screen px are ten slide px at resolution 2", [500, 510], { resolution: 2 }, "line"],
    ["and half as many at resolution 0.5", [500, 503], { resolution: 0.5 }, "large"],
    ["beyond the end of a line", [804, 500], {}, "line"],
    ["the smaller of two around it", [200, 200], {}, "small"],
    ["an edge from outside", [-5, 500], {}, "large"],
    ["nothing outside", [-5.1, 500], {}, null],
    ["nothing in a hole", [750, 750], {}, null],
    ["the edge of a hole", [604, 750], {}, "large"],
    ["a point within its dot plus the tolerance", [509.5, 200], {}, "point"],
    ["not a point farther away", [509.6, 200], {}, "large"],
    ["the number of a line", [200, 409], {}, "numbered"],
    ["not a hidden number", [200, 409], { areNumbersShown: false }, "large"],
    ["not the number of a shape too small to show one", [200, 409], { minNumberedPx: 700 }, "large"],
    ["the number of one large enough", [200, 409], { minNumberedPx: 600 }, "numbered"],
    ["a point's number, above it", [800, 170], {}, "numbered point"],
    ["above it on the screen, at any rotation", [771, 200], { turnDeg: 90 }, "numbered point"],
    ["and not at its position before the rotation", [800, 170], { turnDeg: 90 }, "large"],
    ["never an excluded one", [200, 200], { omitted: new Set(["small"]) }, "large"],
  ];
  for (const [name, point, frame, expected] of cases) {
    it(name, () => expect(annotationUnderPointer(pointedAt, point, { ...PLAIN, ...frame })).toBe(expected));
  }
  it("is the later one of two overlapping numbers", () => {
    const twice = ["below", "above"].map(
      (id): DrawableAnnotation => ({ ...(annotations[3] as DrawableAnnotation), id }),
    );
    const stored = storeShapes(twice.map(({ shape }) => shape));
    const both = { annotations: twice, store: stored, grid: createBoxGrid(stored.boxes) };
    expect(annotationUnderPointer(both, [200, 420], PLAIN)).toBe("above");
  });
});
