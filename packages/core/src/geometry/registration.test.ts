import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Linear, linearTimes } from "./linear.ts";
import { type PointPair, pairBoundPoints, registerSlides } from "./registration.ts";
import type { PixelSizeUm, SlidePoint } from "./slide-point.ts";

/** A scanner at 40x, and one at 20x whose pixels are not square. */
const FINE: PixelSizeUm = { x: 0.25, y: 0.25 };
const COARSE: PixelSizeUm = { x: 0.5, y: 0.48 };

interface Truth {
  /** µm of this slide to µm of the other. */
  readonly linear: Linear;
  readonly shiftUm: readonly [number, number];
  readonly here: PixelSizeUm;
  readonly there: PixelSizeUm;
}

function truthOf({ linear, shiftUm, here, there }: Truth, [x, y]: SlidePoint): SlidePoint {
  const [xUm, yUm] = linearTimes(linear, [x * here.x, y * here.y]);
  return [(xUm + shiftUm[0]) / there.x, (yUm + shiftUm[1]) / there.y];
}

const similar = (scale: number, degrees: number): Linear => {
  const [c, s] = [Math.cos((degrees / 180) * Math.PI) * scale, Math.sin((degrees / 180) * Math.PI) * scale];
  return [c, -s, s, c];
};

const pixel = fc.record({
  x: fc.double({ min: 0.1, max: 1, noNaN: true }),
  y: fc.double({ min: 0.1, max: 1, noNaN: true }),
});
const coordinate = fc.double({ min: 0, max: 100_000, noNaN: true });
const place: fc.Arbitrary<SlidePoint> = fc.tuple(coordinate, coordinate);
const shiftUm = fc.tuple(
  fc.double({ min: -20_000, max: 20_000, noNaN: true }),
  fc.double({ min: -20_000, max: 20_000, noNaN: true }),
);
const similarity = fc
  .tuple(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.double({ min: -179, max: 179, noNaN: true }))
  .map(([scale, degrees]) => ({ scale, degrees, linear: similar(scale, degrees) }));

/** A triangle that is not too thin. */
const triangle = fc.tuple(place, place, place).filter(([[ax, ay], [bx, by], [cx, cy]]) => {
  const longest = Math.max(Math.hypot(bx - ax, by - ay), Math.hypot(cx - ax, cy - ay), Math.hypot(cx - bx, cy - by));
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) > 0.3 * longest ** 2 && longest > 2_000;
});

function expectNear(actual: SlidePoint, expected: SlidePoint, px = 1e-4): void {
  expect(Math.hypot(actual[0] - expected[0], actual[1] - expected[1])).toBeLessThan(px);
}

describe("without points", () => {
  it("the slides have the same size in µm, one given point on the other", () => {
    const map = registerSlides([], FINE, COARSE, [
      [1000, 2000],
      [100, 200],
    ]);
    expect(map).toMatchObject({ kind: "none", problem: null, scale: 1, rotationDeg: 0, residualUm: null });
    expectNear(map.toOther([1000, 2000]), [100, 200]);
    // 400 px of 0.25 µm are 100 µm: 200 px of 0.5 µm, 100 / 0.48 px of 0.48 µm.
    expectNear(map.toOther([1400, 2400]), [300, 200 + 100 / 0.48]);
    expectNear(map.toThis([300, 200 + 100 / 0.48]), [1400, 2400]);
  });
});

describe("with one point", () => {
  it("the slides are shifted and have the same size in µm", () => {
    const map = registerSlides(
      [
        [
          [1000, 1000],
          [50, 60],
        ],
      ],
      FINE,
      COARSE,
    );
    expect(map).toMatchObject({ kind: "shift", problem: null, scale: 1, rotationDeg: 0, residualUm: 0 });
    expectNear(map.toOther([1000, 1000]), [50, 60]);
    expectNear(map.toOther([1004, 1000]), [52, 60]);
  });
});

describe("with two points", () => {
  it("rotation, scale and shift are found, whatever the pixel size", () => {
    fc.assert(
      fc.property(similarity, shiftUm, pixel, pixel, place, place, place, (found, shift, here, there, a, b, other) => {
        fc.pre(Math.hypot(a[0] - b[0], a[1] - b[1]) > 200);
        const truth = { linear: found.linear, shiftUm: shift, here, there };
        const pairs: PointPair[] = [a, b].map((point) => [point, truthOf(truth, point)] as const);
        const map = registerSlides(pairs, here, there);
        expect(map).toMatchObject({ kind: "similarity", problem: null, isMirrored: false });
        expect(map.scale).toBeCloseTo(found.scale, 6);
        expect(Math.abs(((map.rotationDeg - found.degrees + 540) % 360) - 180)).toBeLessThan(1e-4);
        expectNear(map.toOther(other), truthOf(truth, other), 1e-3);
        expect(map.residualUm).toBeLessThan(1e-5);
      }),
    );
  });

  it("clockwise rotation is positive: y points down", () => {
    const map = registerSlides(
      [
        [
          [0, 0],
          [0, 0],
        ],
        [
          [100, 0],
          [0, 100],
        ],
      ],
      FINE,
      FINE,
    );
    expect(map.rotationDeg).toBeCloseTo(90, 9);
  });
});

describe("with three points or more", () => {
  const affine = fc
    .tuple(similarity, fc.double({ min: -0.3, max: 0.3, noNaN: true }), fc.double({ min: 0.7, max: 1.4, noNaN: true }))
    .map(
      ([
        {
          linear: [a, b, c, d],
        },
        shear,
        stretch,
      ]): Linear => [a, a * shear + b * stretch, c, c * shear + d * stretch],
    );

  it("an affine map is found, whatever the pixel size", () => {
    fc.assert(
      fc.property(affine, shiftUm, pixel, pixel, triangle, place, (linear, shift, here, there, points, other) => {
        const truth = { linear, shiftUm: shift, here: { x: here.x, y: here.x }, there };
        const pairs = points.map((point) => [point, truthOf(truth, point)] as const);
        const map = registerSlides(pairs, truth.here, there);
        expect(map).toMatchObject({ kind: "affine", problem: null });
        expectNear(map.toOther(other), truthOf(truth, other), 1e-2);
        expect(map.residualUm).toBeLessThan(1e-5);
      }),
    );
  });

  it("extra points are fitted by least squares: no other affine map has a smaller residual", () => {
    const noise = fc.tuple(
      fc.double({ min: -40, max: 40, noNaN: true }),
      fc.double({ min: -40, max: 40, noNaN: true }),
    );
    const noisy = fc.tuple(triangle, fc.array(place, { minLength: 1, maxLength: 9 }), similarity, shiftUm);
    const little = fc.double({ min: -1e-3, max: 1e-3, noNaN: true });
    const change = fc.tuple(little, little, little, little);
    fc.assert(
      fc.property(
        noisy,
        fc.array(noise, { minLength: 12, maxLength: 12 }),
        change,
        ([corners, more, found, shift], errors, by) => {
          const truth = { linear: found.linear, shiftUm: shift, here: FINE, there: FINE };
          const pairs = [...corners, ...more].map((point, index) => {
            const [x, y] = truthOf(truth, point);
            const [dx, dy] = errors[index]!;
            return [point, [x + dx, y + dy]] as const;
          });
          const map = registerSlides(pairs, FINE, FINE);
          fc.pre(map.kind === "affine");
          const squares = (extra: Linear) =>
            pairs.reduce((sum, [here, there]) => {
              const [x, y] = map.toOther(here);
              const [cx, cy] = pairs[0]![0];
              const [ex, ey] = linearTimes(extra, [here[0] - cx, here[1] - cy]);
              return sum + (x + ex - there[0]) ** 2 + (y + ey - there[1]) ** 2;
            }, 0);
          const minSum = squares([0, 0, 0, 0]);
          expect(minSum).toBeLessThanOrEqual(squares(by) + 1e-6 * minSum + 1e-6);
        },
      ),
    );
  });

  it("the residual is the root mean square in µm of the other slide, also given for each point", () => {
    // A square whose corners are shifted by 2 px right and left in turn: no affine map fits.
    const square: SlidePoint[] = [
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
    ];
    const pairs = square.map(
      ([x, y], index) =>
        [
          [x, y],
          [x + (index % 2 === 0 ? 2 : -2), y],
        ] as const,
    );
    const map = registerSlides(pairs, FINE, COARSE);
    expect(map.kind).toBe("affine");
    expect(map.residualUm).toBeCloseTo(2 * COARSE.x, 9);
    expect(map.residualsUm).toHaveLength(4);
    for (const residual of map.residualsUm) expect(residual).toBeCloseTo(2 * COARSE.x, 9);
  });

  it("reports a mirrored slide", () => {
    const pairs = (
      [
        [0, 0],
        [1000, 0],
        [0, 2000],
      ] as SlidePoint[]
    ).map(
      ([x, y]) =>
        [
          [x, y],
          [5000 - x, y],
        ] as const,
    );
    const map = registerSlides(pairs, FINE, FINE);
    expect(map).toMatchObject({ kind: "affine", isMirrored: true });
    expect(map.scale).toBeCloseTo(1, 9);
    expectNear(map.toOther([300, 700]), [4700, 700]);
  });
});

it("mapping there and back returns to the start", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place, place), { maxLength: 6 }),
      pixel,
      pixel,
      place,
      (pairs, here, there, point) => {
        const map = registerSlides(pairs, here, there);
        expectNear(map.toThis(map.toOther(point)), point, 1e-3);
        expectNear(map.toOther(map.toThis(point)), point, 1e-3);
      },
    ),
  );
});

describe("points with too little information fall back to a simpler map, with a reason", () => {
  const line: SlidePoint[] = [
    [0, 0],
    [1000, 1000],
    [4000, 4000],
  ];
  const corners: SlidePoint[] = [
    [0, 0],
    [1000, 0],
    [0, 1000],
  ];
  const zip = (here: SlidePoint[], there: SlidePoint[]): PointPair[] =>
    here.map((point, index) => [point, there[index]!] as const);
  const cases: [name: string, pairs: PointPair[], kind: string, problem: string][] = [
    [
      "two at one position here",
      zip(
        [
          [5, 5],
          [5, 5],
        ],
        [
          [0, 0],
          [100, 0],
        ],
      ),
      "shift",
      "coincident",
    ],
    [
      "two at one position there",
      zip(
        [
          [0, 0],
          [100, 0],
        ],
        [
          [5, 5],
          [5, 5],
        ],
      ),
      "shift",
      "coincident",
    ],
    [
      "three at one position",
      zip(
        [
          [5, 5],
          [5, 5],
          [6, 5],
        ],
        corners,
      ),
      "shift",
      "coincident",
    ],
    ["three on a line here", zip(line, corners), "similarity", "collinear"],
    ["three on a line on both", zip(line, line), "similarity", "collinear"],
    [
      "three almost on a line",
      zip(
        [
          [0, 0],
          [1000, 5],
          [2000, 0],
        ],
        [
          [0, 0],
          [1000, 0],
          [2000, 9],
        ],
      ),
      "similarity",
      "collinear",
    ],
    [
      "four that do not match",
      zip(
        [
          [0, 0],
          [1000, 0],
          [0, 1000],
          [1000, 1000],
        ],
        [
          [0, 0],
          [1000, 1000],
          [1000, 1000],
          [0, 0],
        ],
      ),
      "shift",
      "contradictory",
    ],
  ];
  for (const [name, pairs, kind, problem] of cases) {
    it(name, () => {
      const map = registerSlides(pairs, FINE, FINE);
      expect([map.kind, map.problem]).toEqual([kind, problem]);
      expect(map.residualUm).toBeGreaterThanOrEqual(0);
      for (const value of map.toOther([123, 456])) expect(Number.isFinite(value)).toBe(true);
    });
  }

  it("three consistent points on a line are matched along it", () => {
    const truth = { linear: similar(1.1, 30), shiftUm: [50, -20] as const, here: FINE, there: COARSE };
    const map = registerSlides(
      zip(
        line,
        line.map((point) => truthOf(truth, point)),
      ),
      FINE,
      COARSE,
    );
    expectNear(map.toOther([2500, 700]), truthOf(truth, [2500, 700]));
  });
});

it("bound points are paired by number; numbers missing on one slide are omitted", () => {
  expect(
    pairBoundPoints(
      [[1, 1], null, [3, 3], [4, 4]],
      [
        [10, 10],
        [20, 20],
        [30, 30],
      ],
    ),
  ).toEqual([
    [
      [1, 1],
      [10, 10],
    ],
    [
      [3, 3],
      [30, 30],
    ],
  ]);
});
