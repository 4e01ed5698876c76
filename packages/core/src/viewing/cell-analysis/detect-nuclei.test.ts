import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CellSettings, DEFAULT_CELL_SETTINGS, STAIN_KINDS } from "./cell-settings.ts";
import { cellClassOf, detectNuclei, intensityClassOf, MAX_REGION_PX } from "./detect-nuclei.ts";
import type { PixelRegion } from "./nucleus.ts";
import { BROWN, type Disk, type DiskColour, drawDisks, PAPER } from "./testing/drawn-disks.ts";
import { measureRing } from "./trace-outline.ts";

const HE = DEFAULT_CELL_SETTINGS["hematoxylin-eosin"];
const DAB = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];
const { dapi: DAPI } = DEFAULT_CELL_SETTINGS;
const SIZE = { widthPx: 120, heightPx: 100 } as const;

describe("a disk is found at its position with its size", () => {
  for (const [radius, micrometresPerPixel, tolerance] of [
    // The smaller the disk, the larger the share of its blurred edge.
    [5, 0.5, 0.25],
    [9, 0.5, 0.15],
    [14, 0.5, 0.1],
    [16, 0.25, 0.15],
    [5, 0.9, 0.25],
  ] as const)
    it(`of ${radius} px at ${micrometresPerPixel} µm per pixel, anywhere`, () =>
      fc.assert(
        fc.property(
          fc.double({ min: 40, max: 80, noNaN: true }),
          fc.double({ min: 40, max: 60, noNaN: true }),
          (x, y) => {
            const [nucleus, ...others] = detectNuclei(
              drawDisks([{ x, y, radius }], { ...SIZE, micrometresPerPixel }),
              HE,
            );
            expect(others).toEqual([]);
            expect(Math.hypot(nucleus!.centroidPx[0] - x, nucleus!.centroidPx[1] - y)).toBeLessThan(0.7);
            const share = nucleus!.areaSquareMicrometres / (Math.PI * (radius * micrometresPerPixel) ** 2);
            expect(Math.abs(share - 1)).toBeLessThan(tolerance);
            expect(nucleus!.circularity).toBeGreaterThan(0.85);
            // The outline is in pixels of the region, whatever the downsampling.
            const { area } = measureRing(nucleus!.outlinePx);
            expect((area * micrometresPerPixel ** 2) / nucleus!.areaSquareMicrometres).toBeCloseTo(1, 1);
          },
        ),
        { numRuns: 8, seed: 18 },
      ));
});

describe("nuclei that touch", () => {
  it("are distinguished: three disks", () => {
    const disks = [
      { x: 40, y: 30, radius: 10 },
      { x: 60, y: 30, radius: 10 },
      { x: 50, y: 48, radius: 10 },
    ];
    expect(detectNuclei(drawDisks(disks, SIZE), HE)).toHaveLength(3);
  });

  it("are distinguished: a pair in any direction, overlapping by a sixth of a radius", () =>
    fc.assert(
      fc.property(fc.double({ min: 0, max: Math.PI, noNaN: true }), (angle) => {
        const [dx, dy] = [Math.cos(angle) * 11, Math.sin(angle) * 11];
        const pair = [
          { x: 60 + dx, y: 50 + dy, radius: 12 },
          { x: 60 - dx, y: 50 - dy, radius: 12 },
        ];
        expect(detectNuclei(drawDisks(pair, SIZE), HE)).toHaveLength(2);
      }),
      { numRuns: 12, seed: 18 },
    ));

  it("are distinguished if one is brown and one is blue", () => {
    const pair = [
      { x: 50, y: 50, radius: 10, colour: BROWN },
      { x: 70, y: 50, radius: 10 },
    ];
    const found = detectNuclei(drawDisks(pair, SIZE), DAB);
    expect(found.map(({ cellClass }) => cellClass).sort()).toEqual(["negative", "positive"]);
  });

  it("are not invented: an elongated nucleus stays one", () => {
    const row = Array.from({ length: 31 }, (_unused, at) => ({ x: 45 + at, y: 50, radius: 6 }));
    expect(detectNuclei(drawDisks(row, SIZE), HE)).toHaveLength(1);
  });
});

describe("results of a nucleus", () => {
  const region = drawDisks(
    [
      { x: 30, y: 50, radius: 9, colour: BROWN },
      { x: 85, y: 50, radius: 9 },
    ],
    SIZE,
  );

  it("of DAB: brown ones are positive, with their intensity", () => {
    const [brown, blue] = detectNuclei(region, DAB).toSorted((one, other) => one.centroidPx[0] - other.centroidPx[0]);
    expect([brown!.cellClass, brown!.intensityClass, blue!.cellClass, blue!.intensityClass]).toEqual([
      "positive",
      3,
      "negative",
      0,
    ]);
    expect(brown!.dabMean).toBeGreaterThan(0.6);
    expect(blue!.hematoxylinMean).toBeGreaterThan(0.3);
  });

  it("of a stain without a marker: neither positive nor negative", () =>
    expect(detectNuclei(region, HE).map(({ cellClass, dabMean }) => [cellClass, dabMean])).toEqual([["other", 0]]));

  it("of DAPI: bright ones", () => {
    const bright: Disk[] = [{ x: 60, y: 50, radius: 9, colour: [40, 60, 220] }];
    const [nucleus, ...others] = detectNuclei(drawDisks(bright, { ...SIZE, ground: [3, 3, 8] }), DAPI);
    expect(others).toEqual([]);
    expect(nucleus!.hematoxylinMean).toBeGreaterThan(0.75);
    expect(nucleus!.cellClass).toBe("other");
  });

  it("by thresholds: each is inclusive", () => {
    const settings = { stain: "hematoxylin-dab", dabThresholds: [0.2, 0.4, 0.6] } as const;
    expect([0.19, 0.2, 0.4, 0.6].map((dabMean) => intensityClassOf(dabMean, settings))).toEqual([0, 1, 2, 3]);
    expect(cellClassOf(1, settings)).toBe("positive");
    expect(intensityClassOf(0.9, { ...settings, stain: "dapi" })).toBe(0);
  });
});

describe("cells", () => {
  const areaOf = (ring: Float32Array) => measureRing(ring).area;

  it("extend beyond the nucleus by the set distance, and not at all for 0", () => {
    const region = drawDisks([{ x: 60, y: 50, radius: 10 }], SIZE);
    const [none] = detectNuclei(region, { ...HE, expansionMicrometres: 0 });
    expect(none!.cellOutlinePx).toHaveLength(0);
    const [some] = detectNuclei(region, { ...HE, expansionMicrometres: 3 });
    const radiusOf = (ring: Float32Array) => Math.sqrt(areaOf(ring) / Math.PI);
    expect(Math.abs(radiusOf(some!.cellOutlinePx) - radiusOf(some!.outlinePx) - 6)).toBeLessThan(0.8);
  });

  it("end halfway to the next nucleus", () => {
    const pair = [
      { x: 45, y: 50, radius: 10 },
      { x: 75, y: 50, radius: 10 },
    ];
    const cells = detectNuclei(drawDisks(pair, SIZE), { ...HE, expansionMicrometres: 10 });
    const [left, right] = cells.toSorted((one, other) => one.centroidPx[0] - other.centroidPx[0]);
    const edge = (ring: Float32Array, take: (...values: number[]) => number) =>
      take(...ring.filter((_v, at) => at % 2 === 0));
    expect(Math.abs(edge(left!.cellOutlinePx, Math.max) - 60)).toBeLessThan(2);
    expect(Math.abs(edge(right!.cellOutlinePx, Math.min) - 60)).toBeLessThan(2);
  });
});

describe("nothing is found", () => {
  const grounds: readonly DiskColour[] = [PAPER, [0, 0, 0], [255, 255, 255], [200, 120, 170], [90, 60, 140]];
  for (const stain of STAIN_KINDS)
    it(`in an empty region: ${stain}`, () => {
      for (const ground of grounds)
        expect(detectNuclei(drawDisks([], { ...SIZE, ground }), DEFAULT_CELL_SETTINGS[stain])).toEqual([]);
    });

  it("in a region without pixels, or of one pixel", () => {
    const rgba = new Uint8Array(0);
    expect(detectNuclei({ rgba, widthPx: 0, heightPx: 0, micrometresPerPixel: 0.5 }, HE)).toEqual([]);
    expect(detectNuclei(drawDisks([], { widthPx: 1, heightPx: 1 }), HE)).toEqual([]);
    expect(detectNuclei(drawDisks([], { widthPx: 1, heightPx: 1, micrometresPerPixel: 0.1 }), HE)).toEqual([]);
  });

  it("beside the slide, where pixels are transparent", () => {
    const region = drawDisks([{ x: 60, y: 50, radius: 9 }], SIZE);
    const clear = Uint8ClampedArray.from(region.rgba, (value, at) => (at % 4 === 3 ? 0 : value));
    expect(detectNuclei({ ...region, rgba: clear }, HE)).toEqual([]);
  });

  it("that is too small, too large or not round enough", () => {
    const region = drawDisks([{ x: 60, y: 50, radius: 10 }], SIZE);
    const found = (changed: Partial<CellSettings>) => detectNuclei(region, { ...HE, ...changed }).length;
    // Its area is 79 µm².
    expect([found({}), found({ minAreaSquareMicrometres: 100 }), found({ maxAreaSquareMicrometres: 50 })]).toEqual([
      1, 0, 0,
    ]);
    const row = Array.from({ length: 31 }, (_unused, at) => ({ x: 45 + at, y: 50, radius: 6 }));
    expect(detectNuclei(drawDisks(row, SIZE), { ...HE, minCircularity: 0.9 })).toEqual([]);
  });

  it("of a green pen", () => {
    const pen: Disk[] = [{ x: 60, y: 50, radius: 9, colour: [60, 180, 60] }];
    expect(detectNuclei(drawDisks(pen, SIZE), HE)).toEqual([]);
  });
});

it("the same pixels and settings give the same nuclei, and are not changed", () => {
  const disks = Array.from({ length: 20 }, (_unused, at) => ({
    x: 15 + (at % 5) * 21,
    y: 12 + Math.floor(at / 5) * 22,
    radius: 6 + (at % 4),
  }));
  const region = drawDisks(disks, SIZE);
  const before = region.rgba.slice();
  expect(detectNuclei(region, DAB)).toEqual(detectNuclei({ ...region, rgba: new Uint8Array(region.rgba) }, DAB));
  expect(region.rgba).toEqual(before);
});

describe("rejected", () => {
  const region = drawDisks([], SIZE);
  const wrong: readonly [what: string, region: PixelRegion, settings: CellSettings][] = [
    ["a resolution that shows no nuclei", { ...region, micrometresPerPixel: 1.2 }, HE],
    ["a resolution that no scanner has", { ...region, micrometresPerPixel: 0.05 }, HE],
    ["no resolution", { ...region, micrometresPerPixel: Number.NaN }, HE],
    ["fewer bytes than pixels", { ...region, widthPx: 121 }, HE],
    ["a part of a pixel", { ...region, widthPx: 119.5 }, HE],
    ["too many pixels", { ...region, widthPx: MAX_REGION_PX, heightPx: 2 }, HE],
    ["a threshold of zero", region, { ...HE, nucleusThreshold: 0 }],
  ];
  for (const [what, wrongRegion, settings] of wrong)
    it(what, () => expect(() => detectNuclei(wrongRegion, settings)).toThrow(RangeError));
});
