import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Shape } from "./shape.ts";
import { simplifyPath, simplifyRing, simplifyShape } from "./simplify.ts";
import type { SlidePoint } from "./slide-point.ts";

const paths: [what: string, path: SlidePoint[], tolerancePx: number, retained: SlidePoint[]][] = [
  [
    "points on a straight line",
    [
      [0, 0],
      [1, 0],
      [5, 0],
      [9, 0],
    ],
    0,
    [
      [0, 0],
      [9, 0],
    ],
  ],
  [
    "a bend as large as the tolerance",
    [
      [0, 0],
      [5, 2],
      [10, 0],
    ],
    2,
    [
      [0, 0],
      [10, 0],
    ],
  ],
  [
    "a bend larger than the tolerance",
    [
      [0, 0],
      [5, 2.1],
      [10, 0],
    ],
    2,
    [
      [0, 0],
      [5, 2.1],
      [10, 0],
    ],
  ],
  [
    "a path there and back",
    [
      [0, 0],
      [10, 0],
      [0, 0],
    ],
    1,
    [
      [0, 0],
      [10, 0],
      [0, 0],
    ],
  ],
  [
    "two points, however near",
    [
      [0, 0],
      [0.1, 0],
    ],
    100,
    [
      [0, 0],
      [0.1, 0],
    ],
  ],
];
for (const [what, path, tolerancePx, retained] of paths) {
  it(`${what}, ${tolerancePx} px: ${retained.length} are kept`, () => {
    expect(simplifyPath(path, tolerancePx)).toEqual(retained);
  });
}

const point = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })) as fc.Arbitrary<SlidePoint>;
const path = fc.array(point, { minLength: 3, maxLength: 40 });

function distanceTo(drawn: readonly SlidePoint[], [x, y]: SlidePoint): number {
  return Math.min(
    ...drawn.slice(1).map(([x1, y1], index) => {
      const [x0, y0] = drawn[index] as SlidePoint;
      const length2 = (x1 - x0) ** 2 + (y1 - y0) ** 2;
      const share =
        length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length2));
      return Math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0));
    }),
  );
}

describe("any shape", () => {
  it("deviates from its simplified form by at most the tolerance, and is simplified to its own points", () => {
    fc.assert(
      fc.property(path, fc.integer({ min: 0, max: 20 }), (drawn, tolerancePx) => {
        const simple = simplifyPath(drawn, tolerancePx);
        expect(drawn).toEqual(expect.arrayContaining(simple));
        expect([simple[0], simple.at(-1)]).toEqual([drawn[0], drawn.at(-1)]);
        for (const left of drawn) expect(distanceTo(simple, left)).toBeLessThanOrEqual(tolerancePx + 1e-9);
      }),
    );
  });

  it("a ring keeps at least three vertices, whatever the tolerance", () => {
    fc.assert(
      fc.property(path, fc.integer({ min: 0, max: 1000 }), (ring, tolerancePx) => {
        const simple = simplifyRing(ring, tolerancePx);
        expect(simple.length).toBeGreaterThanOrEqual(3);
        expect(simple.length).toBeLessThanOrEqual(ring.length);
        const ends = [...simple, simple[0] as SlidePoint];
        for (const left of ring) expect(distanceTo(ends, left)).toBeLessThanOrEqual(Math.max(tolerancePx, 0) + 1e-9);
      }),
    );
  });
});

it("a small circle becomes a triangle when zoomed out, points stay points, all parts are kept", () => {
  const circle = Array.from(
    { length: 200 },
    (_, index): SlidePoint => [9 * Math.cos((index / 100) * Math.PI), 9 * Math.sin((index / 100) * Math.PI)],
  );
  const simple = simplifyShape({ kind: "multiPolygon", polygons: [[circle, circle], [circle]] }, 100);
  const counts =
    simple.kind === "multiPolygon" ? simple.polygons.map((rings) => rings.map(({ length }) => length)) : [];
  expect(counts).toEqual([[3, 3], [3]]);
  const points: Shape = { kind: "multiPoint", points: circle };
  expect(simplifyShape(points, 100)).toEqual(points);
  const lines = simplifyShape(
    {
      kind: "multiLine",
      paths: [
        [
          [0, 0],
          [1, 1],
          [2, 0],
        ],
        [
          [5, 5],
          [6, 6],
        ],
      ],
    },
    100,
  );
  expect(lines).toEqual({
    kind: "multiLine",
    paths: [
      [
        [0, 0],
        [2, 0],
      ],
      [
        [5, 5],
        [6, 6],
      ],
    ],
  });
});

describe("long paths", () => {
  const distanceToSegment = ([x, y]: SlidePoint, [x0, y0]: SlidePoint, [x1, y1]: SlidePoint): number => {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const squared = dx * dx + dy * dy;
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / squared));
    return Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
  };

  it("keep their ends and stay within the tolerance", () => {
    const walk = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
      minLength: 2100,
      maxLength: 2600,
    });
    fc.assert(
      fc.property(walk, fc.double({ min: 0.5, max: 40, noNaN: true }), (steps, tolerancePx) => {
        let [x, y] = [0, 0];
        const path = steps.map(([dx, dy]): SlidePoint => {
          [x, y] = [x + dx, y + dy];
          return [x, y];
        });
        const simple = simplifyPath(path, tolerancePx);
        expect([simple[0], simple.at(-1)]).toEqual([path[0], path.at(-1)]);
        // Kept points are in order: each omitted one is near the segment that replaces it.
        let retained = 0;
        for (const point of path) {
          if (point === simple[retained + 1]) retained += 1;
          const [from, to] = [simple[retained] as SlidePoint, simple[retained + 1] ?? (simple[retained] as SlidePoint)];
          expect(distanceToSegment(point, from, to)).toBeLessThanOrEqual(tolerancePx + 1e-9);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("of many points are simplified in a bounded number of steps: a star visits each point about a hundred times", () => {
    let looks = 0;
    const counting = (point: SlidePoint): SlidePoint =>
      new Proxy(point, {
        get(target, name, receiver) {
          if (name === "0") looks += 1;
          return Reflect.get(target, name, receiver);
        },
      });
    const points = 6_000;
    const star = Array.from({ length: points }, (_, index): SlidePoint => {
      const angle = (index / points) * 2 * Math.PI;
      const radius = 8_000 - (index % 2) * 4_000;
      return counting([Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))]);
    });
    simplifyRing(star, 16);
    expect(looks / points).toBeLessThan(1_000);
  });
});
