import { describe, expect, it } from "vitest";
import {
  analysisFrame,
  analysisPixelSize,
  analysisRectangle,
  boxOnSlide,
  firstPreviewBox,
  mayTouch,
  PREVIEW_MAX_PX,
  previewBox,
  rectangleShape,
} from "./analysis-region.ts";

describe("the pixels that are analysed", () => {
  const cases: [x: number, y: number, size: number | null][] = [
    [0.5, 0.5, 0.5],
    [0.25, 0.25, 0.5],
    [0.2, 0.2, 0.4],
    [0.1, 0.1, 0.4],
    [0.375, 0.375, 0.375],
    [0.9, 0.9, 0.9],
    [0.25, 0.3, 0.5],
    [1.1, 1.1, null],
    [0.5, 1.2, null],
    [0, 0, null],
  ];
  for (const [x, y, size] of cases)
    it(`of a slide of ${x} x ${y} µm are ${size} µm`, () => expect(analysisPixelSize({ x, y })).toBe(size));

  it("cover a box of the slide", () => {
    const frame = analysisFrame({ x: 0.25, y: 0.25 }, 0.5);
    expect(analysisRectangle({ minX: 101, minY: 40, maxX: 201, maxY: 60 }, frame)).toEqual({
      xPx: 50,
      yPx: 20,
      widthPx: 51,
      heightPx: 10,
    });
  });
});

it("the part outside the slide is clipped", () => {
  const slide = { width: 1000, height: 500 };
  expect(boxOnSlide({ minX: -20, minY: 10.4, maxX: 200.2, maxY: 900 }, slide)).toEqual({
    minX: 0,
    minY: 10,
    maxX: 201,
    maxY: 500,
  });
  expect(boxOnSlide({ minX: -20, minY: 10, maxX: -1, maxY: 900 }, slide)).toBeNull();
});

it("no tile that a region touches is omitted", () => {
  const region = rectangleShape({ minX: 0, minY: 0, maxX: 100, maxY: 100 });
  const rings = region.kind === "polygon" ? region.rings : [];
  const tile = (minX: number, minY: number) => ({ minX, minY, maxX: minX + 40, maxY: minY + 40 });
  for (const [x, y] of [
    [0, 0],
    [30, 30],
    [90, 90],
    [-30, 50],
  ] as const)
    expect(mayTouch(rings, tile(x, y))).toBe(true);
  // A region within one tile; one that only crosses it.
  expect(
    mayTouch(
      [
        [
          [10, 10],
          [12, 10],
          [11, 12],
        ],
      ],
      tile(0, 0),
    ),
  ).toBe(true);
  expect(
    mayTouch(
      [
        [
          [-10, 20],
          [100, 21],
          [100, 22],
          [-10, 22],
        ],
      ],
      tile(0, 0),
    ),
  ).toBe(true);
  expect(mayTouch(rings, tile(300, 300))).toBe(false);
});

describe("the area of a preview", () => {
  it("is the view, unless it is too large", () => {
    const view = { minX: 11, minY: 22, maxX: 11 + 2_880, maxY: 22 + 1_800 };
    expect(previewBox(view, { scaleX: 2, scaleY: 2 })).toEqual(view);
  });

  it("is a frame of the same shape in the middle of a larger view", () => {
    const box = previewBox({ minX: 0, minY: 0, maxX: 12_000, maxY: 8_000 }, { scaleX: 1, scaleY: 1 });
    expect(box).toEqual({ minX: 5_250, minY: 3_500, maxX: 6_750, maxY: 4_500 });
    expect((box.maxX - box.minX) * (box.maxY - box.minY)).toBe(PREVIEW_MAX_PX);
  });

  it("of a strip is never longer than the limit of a region, nor empty", () => {
    const box = previewBox({ minX: 0, minY: 5, maxX: 100_000, maxY: 6 }, { scaleX: 1, scaleY: 1 });
    expect(box).toEqual({ minX: 47_952, minY: 5, maxX: 52_048, maxY: 6 });
    const thin = previewBox({ minX: 0, minY: 5, maxX: 10_000_000, maxY: 6 }, { scaleX: 1, scaleY: 1 });
    expect(thin.maxY - thin.minY).toBe(1);
  });
});

describe("the first part of a preview", () => {
  it("is the middle of the view, 65,536 px of the analysed image", () => {
    const view = { minX: 0, minY: 0, maxX: 2_048, maxY: 2_048 };
    expect(firstPreviewBox(view, { x: 0.25, y: 0.25 })).toEqual({ minX: 768, minY: 768, maxX: 1_280, maxY: 1_280 });
  });

  it("is omitted if the view is only slightly larger, and if the slide cannot be analysed", () => {
    const view = { minX: 0, minY: 0, maxX: 600, maxY: 800 };
    expect(firstPreviewBox(view, { x: 0.25, y: 0.25 })).toBeNull();
    expect(firstPreviewBox({ ...view, maxX: 9_000 }, { x: 4, y: 4 })).toBeNull();
  });
});
