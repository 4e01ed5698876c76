import { describe, expect, it } from "vitest";
import {
  anchorAt,
  canvasScale,
  currentPage,
  layOutPages,
  pagesToDraw,
  type Rotation,
  scrollToAnchor,
  turnPoint,
  turnPointBack,
  visiblePages,
} from "./page-layout.ts";

const A4 = { width: 595, height: 842 };
const lay = (more: Partial<Parameters<typeof layOutPages>[0]> = {}) =>
  layOutPages({
    pageCount: 5,
    sizes: new Map(),
    defaultSize: A4,
    containerWidthPx: 1000,
    zoomPercent: 100,
    rotationDeg: 0,
    ...more,
  });

describe("the layout", () => {
  it("gives each page 98 % of the container's width at 100 %, with gaps of 16 px around it", () => {
    const { boxes, widthPx, heightPx } = lay();
    const height = Math.round((980 * 842) / 595);
    expect(boxes[0]).toEqual({ left: 10, top: 16, width: 980, height });
    expect(boxes[1]?.top).toBe(16 + height + 16);
    expect([widthPx, heightPx]).toEqual([1000, 16 + 5 * (height + 16)]);
  });

  it("is wider than the container from 125 % on", () => {
    const { boxes, widthPx } = lay({ zoomPercent: 125 });
    expect([boxes[0]?.left, boxes[0]?.width, widthPx]).toEqual([0, 1225, 1225]);
  });

  it("swaps width and height of a page rotated by 90 or 270 degrees", () => {
    const upright = lay().boxes[0];
    expect(lay({ rotationDeg: 180 }).boxes[0]).toEqual(upright);
    for (const rotationDeg of [90, 270] as const)
      expect(lay({ rotationDeg }).boxes[0]?.height).toBe(Math.round((980 * 595) / 842));
  });

  it("keeps different page sizes, and shows pages without a size as squares", () => {
    const sizes = new Map([
      [1, { width: 842, height: 595 }],
      [2, { width: 0, height: 9 }],
    ]);
    expect(
      lay({ sizes })
        .boxes.slice(1, 3)
        .map(({ width, height }) => [width, height]),
    ).toEqual([
      [980, Math.round((980 * 595) / 842)],
      [980, 980],
    ]);
  });
});

describe("an anchor", () => {
  it("keeps its point when zooming and when sizes before it change", () => {
    const before = lay();
    const point = { viewX: 500, viewY: 300 };
    const anchor = anchorAt(before, { left: 0, top: 3_000 }, point);
    if (!anchor) throw new Error("There is a page.");
    expect(anchor.index).toBe(2);
    for (const zoomPercent of [125, 200, 500]) {
      const after = lay({ zoomPercent, sizes: new Map([[0, { width: 100, height: 100 }]]) });
      expect(anchorAt(after, scrollToAnchor(after, anchor), point)).toEqual({
        ...anchor,
        xShare: expect.closeTo(anchor.xShare, 9),
        yShare: expect.closeTo(anchor.yShare, 9),
      });
    }
  });

  it("is null in a book without pages, and never scrolls below 0", () => {
    const empty = lay({ pageCount: 0 });
    expect(anchorAt(empty, { left: 0, top: 0 }, { viewX: 0, viewY: 0 })).toBeNull();
    const anchor = { index: 0, xShare: 0, yShare: 0, viewX: 900, viewY: 900 };
    expect(scrollToAnchor(lay(), anchor)).toEqual({ left: 0, top: 0 });
    expect(scrollToAnchor(empty, anchor)).toEqual({ left: 0, top: 0 });
  });
});

describe("the view", () => {
  const small = lay({ pageCount: 100, zoomPercent: 25 });
  const pitch = (small.boxes[1]?.top ?? 0) - (small.boxes[0]?.top ?? 0);

  it("contains the visible pages, not those that only touch the edge or a gap", () => {
    expect(visiblePages(small, 0, 16)).toEqual({ first: 0, last: -1 });
    expect(visiblePages(small, 0, 17)).toEqual({ first: 0, last: 0 });
    expect(visiblePages(small, pitch, pitch)).toEqual({ first: 1, last: 1 });
    expect(visiblePages(small, pitch, pitch + 17)).toEqual({ first: 1, last: 2 });
  });

  it("has one current page: the most visible, the first of several, or the page navigated to", () => {
    expect(currentPage(small, 0, 2 * pitch + 20, null)).toBe(0);
    expect(currentPage(small, 0.6 * pitch, pitch, null)).toBe(1);
    expect(currentPage(small, 0, 2 * pitch + 20, 1)).toBe(1);
    expect(currentPage(small, 0, 2 * pitch + 20, 40)).toBe(0);
    expect(currentPage(small, 1e9, pitch, null)).toBe(99);
  });

  it("is drawn with three pages before and after the current one, within the book", () => {
    expect(pagesToDraw(500, 200, { first: 200, last: 201 })).toEqual({ first: 197, last: 203 });
    expect(pagesToDraw(500, 0, { first: 0, last: 0 })).toEqual({ first: 0, last: 3 });
    expect(pagesToDraw(500, 499, { first: 499, last: 499 })).toEqual({ first: 496, last: 499 });
    expect(pagesToDraw(500, 10, { first: 10, last: 20 })).toEqual({ first: 7, last: 20 });
  });
});

it("a canvas has at most 16.8 Mpx, and 4.2 out of view, and no side above 16,384 px, whatever the zoom", () => {
  const pixels = (width: number, height: number, ratio: number, isVisible: boolean) =>
    width * height * canvasScale({ width, height }, ratio, isVisible) ** 2;
  expect(canvasScale({ width: 800, height: 1_000 }, 2, true)).toBe(2);
  for (const [width, height] of [
    [7_000, 9_900],
    [800, 60_000],
  ] as const) {
    expect(pixels(width, height, 3, true)).toBeLessThan(16.78e6);
    expect(pixels(width, height, 3, false)).toBeLessThan(4.2e6);
    expect(height * canvasScale({ width, height }, 3, true)).toBeLessThanOrEqual(16_384);
  }
});

it("a point rotated there and back is unchanged; a quarter turn moves the top left to the top right", () => {
  expect(turnPoint({ xShare: 0, yShare: 0 }, 90)).toEqual({ xShare: 1, yShare: 0 });
  for (const rotation of [0, 90, 180, 270] as readonly Rotation[])
    for (const point of [
      { xShare: 0.25, yShare: 0.75 },
      { xShare: 1, yShare: 0 },
    ])
      expect(turnPointBack(turnPoint(point, rotation), rotation)).toEqual(point);
});
