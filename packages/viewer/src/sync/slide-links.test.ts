import { turnBy } from "@parfocal/core/geometry/linear.ts";
import { registerSlides } from "@parfocal/core/geometry/registration.ts";
import { describe, expect, it } from "vitest";
import { ownReach } from "../slide-map.ts";
import { linkByMovement, linkByTissue, pixelSizesOf, reachThrough, widestReach } from "./slide-links.ts";

const FINE = { x: 0.25, y: 0.25 };
const COARSE = { x: 0.5, y: 0.5 };

describe("bound by tissue", () => {
  // The other slide: half as many pixels, rotated by 30 degrees, shifted by 100 and 40.
  const truth = ([x, y]: readonly [number, number]): readonly [number, number] => {
    const [turnedX, turnedY] = turnBy(30, [x / 2, y / 2]);
    return [turnedX + 100, turnedY + 40];
  };
  const registration = registerSlides(
    [
      [[0, 0], truth([0, 0])],
      [[1000, 200], truth([1000, 200])],
    ],
    FINE,
    COARSE,
  );
  const link = linkByTissue(registration);
  it("maps positions to positions", () => {
    const [x, y] = link.placeOnOther([400, 800]);
    expect([x, y]).toEqual([expect.closeTo(truth([400, 800])[0], 6), expect.closeTo(truth([400, 800])[1], 6)]);
  });
  it("compensates any rotation, and keeps the width in µm", () => {
    const view = link.viewOnOther({ center: [400, 800], resolution: 4, rotationDeg: 45 });
    expect(view.rotationDeg).toBeCloseTo(15, 6);
    expect(view.resolution * COARSE.x).toBeCloseTo(4 * FINE.x, 9);
  });
});

describe("not bound", () => {
  const here = { view: { center: [100, 100], resolution: 4, rotationDeg: 0 }, pixelSizeUm: FINE } as const;
  const there = { view: { center: [900, 700], resolution: 2, rotationDeg: 0 }, pixelSizeUm: COARSE } as const;
  const link = linkByMovement(here, there);
  it("moves by the same µm and keeps its own position", () => {
    const view = link.viewOnOther({ center: [180, 60], resolution: 4, rotationDeg: 0 });
    // 80 px of 0.25 µm are 40 px of 0.5 µm.
    expect(view.center).toEqual([expect.closeTo(940, 9), expect.closeTo(680, 9)]);
  });
  it("zooms and rotates by the same amount", () => {
    const view = link.viewOnOther({ center: [100, 100], resolution: 1, rotationDeg: 90 });
    expect([view.resolution, view.rotationDeg]).toEqual([0.5, 90]);
  });
  it("mapping there and back is exact, however often", () => {
    const back = linkByMovement(there, here);
    let view: Parameters<typeof link.viewOnOther>[0] = { center: [3, 4], resolution: 7, rotationDeg: 45 };
    for (let times = 0; times < 100; times += 1) view = back.viewOnOther(link.viewOnOther(view));
    expect(view.center).toEqual([expect.closeTo(3, 6), expect.closeTo(4, 6)]);
    expect(view.resolution).toBeCloseTo(7, 9);
  });
});

it("both slides use pixels if one pixel size is unknown", () => {
  expect(pixelSizesOf(FINE, null)).toEqual({ here: { x: 1, y: 1 }, there: { x: 1, y: 1 } });
  expect(pixelSizesOf(FINE, COARSE)).toEqual({ here: FINE, there: COARSE });
});

it("a following slide can move and zoom as far as the slide it follows", () => {
  const small = { width: 1000, height: 800 };
  const shift = linkByTissue(
    registerSlides(
      [
        [
          [0, 0],
          [300, 0],
        ],
      ],
      COARSE,
      FINE,
    ),
  );
  const reach = widestReach([ownReach({ width: 500, height: 500 }), reachThrough(shift, ownReach(small))]);
  // 1000 px of 0.5 µm are 2000 px of 0.25 µm, from 300 on.
  expect(reach.bounds).toEqual({ minX: 0, minY: 0, maxX: 2300, maxY: 1600 });
  expect(reach.minResolution).toBeCloseTo(0.45, 9);
  expect(reach.maxResolution).toBeCloseTo(ownReach(small).maxResolution * 2, 9);
});
