import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coarsenShape } from "./coarsen.ts";
import type { Shape } from "./shape.ts";
import { boundsOf, verticesOf } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";
import { parseWkt } from "./wkt.ts";

const MAX_CHARACTERS = 600;

const circle = (points: number, radius: number, [x, y]: SlidePoint = [0, 0]): SlidePoint[] =>
  Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });

const shapes: [what: string, shape: Shape][] = [
  ["a large outline", { kind: "polygon", rings: [circle(19_000, 8_000)] }],
  ["an outline with many holes", { kind: "polygon", rings: [circle(900, 9_000), ...manyCircles(800)] }],
  ["many areas", { kind: "multiPolygon", polygons: manyCircles(2_000).map((ring) => [ring]) }],
  ["many lines", { kind: "multiLine", paths: manyCircles(2_000) }],
  ["many points", { kind: "multiPoint", points: circle(19_000, 8_000) }],
  ["points at one position", { kind: "multiPoint", points: Array<SlidePoint>(9_000).fill([5, 5]) }],
  ["a line of many points", { kind: "line", path: circle(9_000, 700) }],
];

function manyCircles(count: number): SlidePoint[][] {
  return Array.from({ length: count }, (_, index) => circle(6, 3, [(index % 40) * 20, Math.floor(index / 40) * 20]));
}

describe("the coarse form", () => {
  for (const [what, shape] of shapes) {
    it(`of ${what} fits, has the same type and can be parsed`, () => {
      const coarse = coarsenShape(shape, MAX_CHARACTERS);
      expect(coarse?.wkt.length).toBeLessThanOrEqual(MAX_CHARACTERS);
      const read = parseWkt(coarse?.wkt ?? "");
      expect(read).toMatchObject({ ok: true, shape: { kind: shape.kind } });
    });
  }

  it("of an outline is within its tolerance and the bounding box of the original", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 900 }), fc.integer({ min: 2, max: 40 }), (points, waves) => {
        const ring = circle(points, 1_000).map(([x, y], index): SlidePoint => {
          const factor = 1 + 0.2 * Math.sin((index * waves * 2 * Math.PI) / points);
          return [x * factor, y * factor];
        });
        const coarse = coarsenShape({ kind: "polygon", rings: [ring] }, MAX_CHARACTERS);
        if (!coarse) return expect(coarse).not.toBeNull();
        const drawn = boundsOf({ kind: "line", path: ring });
        const box = boundsOf(coarse.shape);
        for (const side of ["minX", "minY", "maxX", "maxY"] as const)
          expect(Math.abs(box[side] - drawn[side])).toBeLessThanOrEqual(coarse.tolerancePx + 1e-9);
        const own = new Set(ring.map(String));
        expect(verticesOf(coarse.shape).every((vertex) => own.has(String(vertex)))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("is null if nothing fits", () => {
    expect(coarsenShape({ kind: "polygon", rings: [circle(90, 7)] }, 10)).toBeNull();
  });
});
