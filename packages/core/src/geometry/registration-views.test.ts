import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { turnBy, type Vector } from "./linear.ts";
import { registerSlides } from "./registration.ts";
import { atScaleOf, followMovement, type PlacedView, umPerScreenPxOf, viewOnOther } from "./registration-views.ts";
import type { PixelSizeUm, SlidePoint } from "./slide-point.ts";

const FINE: PixelSizeUm = { x: 0.25, y: 0.25 };
const COARSE: PixelSizeUm = { x: 0.46, y: 0.46 };

/** Half of a window of 1440 x 900 px. */
const screenOffset = fc.tuple(
  fc.double({ min: -720, max: 720, noNaN: true }),
  fc.double({ min: -450, max: 450, noNaN: true }),
);
const view: fc.Arbitrary<PlacedView> = fc.record({
  center: fc.tuple(fc.double({ min: 0, max: 80_000, noNaN: true }), fc.double({ min: 0, max: 80_000, noNaN: true })),
  resolution: fc.double({ min: 0.45, max: 256, noNaN: true }),
  rotationDeg: fc.constantFrom(0, 45, 90, 135, 180, 225, 270, 315),
});

/** The slide position at an offset from the window's centre. */
function placeAt({ center, resolution, rotationDeg }: PlacedView, offset: Vector): SlidePoint {
  const [x, y] = turnBy(-rotationDeg, offset);
  return [center[0] + x * resolution, center[1] + y * resolution];
}

/** The offset of a slide position from the window's centre. */
function offsetOf({ center, resolution, rotationDeg }: PlacedView, [x, y]: SlidePoint): Vector {
  return turnBy(rotationDeg, [(x - center[0]) / resolution, (y - center[1]) / resolution]);
}

/** Screen pixels between the positions of the same tissue in the two windows. */
function apart(first: PlacedView, second: PlacedView, map: ReturnType<typeof registerSlides>, offset: Vector): number {
  const [x, y] = offsetOf(second, map.toOther(placeAt(first, offset)));
  return Math.hypot(x - offset[0], y - offset[1]);
}

/** Serial sections: rotated by 7°, slightly larger, scanned at another resolution. */
function serialPair(extra: readonly SlidePoint[] = []) {
  const [c, s] = [Math.cos(0.1222) * 1.02, Math.sin(0.1222) * 1.02];
  const there = ([x, y]: SlidePoint): SlidePoint => [
    ((c * x - s * y) * FINE.x + 300) / COARSE.x,
    ((s * x + c * y) * FINE.y - 150) / COARSE.y,
  ];
  const points: SlidePoint[] = [[4000, 3000], [16_000, 5000], ...extra];
  return registerSlides(
    points.map((point) => [point, there(point)] as const),
    FINE,
    COARSE,
  );
}

describe("bound slides of different scanners", () => {
  for (const [name, map] of [
    ["two points", serialPair()],
    ["three points", serialPair([[8000, 12_000]])],
  ] as const) {
    it(`${name}: every screen pixel of the window shows the same tissue after any pan, zoom and rotation`, () => {
      fc.assert(
        fc.property(view, screenOffset, (first, offset) => {
          expect(apart(first, viewOnOther(first, map), map, offset)).toBeLessThan(0.01);
        }),
      );
    });
  }

  it("have the same size on the screen, in µm of the tissue", () => {
    const map = serialPair();
    const first: PlacedView = { center: [5000, 5000], resolution: 2, rotationDeg: 45 };
    const second = viewOnOther(first, map);
    expect(umPerScreenPxOf(second, COARSE)).toBeCloseTo(umPerScreenPxOf(first, FINE) * 1.02, 9);
    expect(second.rotationDeg).toBeCloseTo(45 - 7.0015, 3);
  });

  it("without points: have the same size in µm", () => {
    const map = registerSlides([], FINE, COARSE);
    const second = viewOnOther({ center: [100, 200], resolution: 3, rotationDeg: 90 }, map);
    expect(umPerScreenPxOf(second, COARSE)).toBeCloseTo(3 * FINE.x, 9);
    expect(second.rotationDeg).toBe(90);
  });

  it("with an affine map: show the same tissue at the centre, at the mean size of all directions", () => {
    const pairs = (
      [
        [
          [0, 0],
          [0, 0],
        ],
        [
          [1000, 0],
          [1100, 0],
        ],
        [
          [0, 1000],
          [0, 1000],
        ],
      ] as [SlidePoint, SlidePoint][]
    ).map(([here, there]) => [here, there] as const);
    const map = registerSlides(pairs, FINE, FINE);
    const first: PlacedView = { center: [400, 300], resolution: 1, rotationDeg: 0 };
    const second = viewOnOther(first, map);
    expect(apart(first, second, map, [0, 0])).toBeLessThan(1e-9);
    expect(second.resolution).toBeCloseTo(Math.sqrt(1.1), 9);
    expect(second.rotationDeg).toBeCloseTo(0, 9);
  });

  it("mapping a view there and back leaves it unchanged", () => {
    const pairs = [
      [
        [0, 0],
        [10, 10],
      ] as const,
      [
        [3000, 100],
        [20, 4000],
      ] as const,
    ];
    const map = registerSlides(pairs, FINE, COARSE);
    const back = registerSlides(
      pairs.map(([here, there]) => [there, here] as const),
      COARSE,
      FINE,
    );
    fc.assert(
      fc.property(view, (first) => {
        const again = viewOnOther(viewOnOther(first, map), back);
        expect(Math.hypot(again.center[0] - first.center[0], again.center[1] - first.center[1])).toBeLessThan(1e-5);
        expect(again.resolution).toBeCloseTo(first.resolution, 6);
        expect(Math.abs(((again.rotationDeg - first.rotationDeg + 540) % 360) - 180)).toBeLessThan(1e-6);
      }),
    );
  });
});

describe("unbound slides", () => {
  const before = { view: { center: [1000, 1000], resolution: 4, rotationDeg: 0 } as PlacedView, pixelSizeUm: FINE };
  const follower = { view: { center: [700, 700], resolution: 2, rotationDeg: 90 } as PlacedView, pixelSizeUm: COARSE };

  it("move by the same µm in the same screen direction", () => {
    // 100 px of 0.25 µm to the right on the screen: on a slide rotated by 90° this is up on the slide.
    const moved = followMovement(follower, before, { ...before.view, center: [1100, 1000] });
    expect(moved.center[0]).toBeCloseTo(700, 9);
    expect(moved.center[1]).toBeCloseTo(700 - 25 / COARSE.y, 9);
    expect(moved).toMatchObject({ resolution: 2, rotationDeg: 90 });
  });

  it("zoom by the same factor and rotate by the same angle", () => {
    const moved = followMovement(follower, before, { ...before.view, resolution: 1, rotationDeg: 315 });
    expect(moved).toEqual({ center: [700, 700], resolution: 0.5, rotationDeg: 45 });
  });

  it("keep equal sizes in µm through every change", () => {
    fc.assert(
      fc.property(view, view, view, (first, after, other) => {
        const moving = { view: first, pixelSizeUm: FINE };
        const equal = atScaleOf({ view: other, pixelSizeUm: COARSE }, moving);
        expect(equal).toMatchObject({ center: other.center, rotationDeg: other.rotationDeg });
        const moved = followMovement({ view: equal, pixelSizeUm: COARSE }, moving, after);
        expect(umPerScreenPxOf(moved, COARSE) / umPerScreenPxOf(after, FINE)).toBeCloseTo(1, 9);
      }),
    );
  });

  it("mapping there and back returns to the start", () => {
    fc.assert(
      fc.property(view, view, (there, other) => {
        const moved = followMovement({ view: other, pixelSizeUm: COARSE }, before, there);
        const back = followMovement(
          { view: moved, pixelSizeUm: COARSE },
          { view: there, pixelSizeUm: FINE },
          before.view,
        );
        fc.pre(there.rotationDeg === before.view.rotationDeg);
        expect(Math.hypot(back.center[0] - other.center[0], back.center[1] - other.center[1])).toBeLessThan(1e-6);
        expect(back.resolution).toBeCloseTo(other.resolution, 6);
      }),
    );
  });
});
