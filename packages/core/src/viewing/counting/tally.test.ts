import { describe, expect, it } from "vitest";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { type FrameSettings, NO_FRAME } from "./counting-frame.ts";
import {
  markAt,
  newTally,
  standingsOf,
  TALLY_CATEGORIES_MAX,
  type Tally,
  withCategory,
  withChangedCategory,
  withMark,
  withoutCategory,
  withoutMark,
} from "./tally.ts";
import { marksAsCsv, summaryAsCsv, type TallyTableTexts } from "./tally-csv.ts";
import { tallyResult } from "./tally-result.ts";

const PIXEL = { x: 0.25, y: 0.5 };
const CENTER: SlidePoint = [4000, 4000];
const OPTIONS = { pixelSizeUm: PIXEL, viewCenter: CENTER, apart: 5 };

const ki67 = newTally("a", "Ki-67", ["Positive", "Negative"]);

/** A count in a frame around the middle, with marks at these µm from it. */
function tallyWith(frame: Partial<FrameSettings>, ...marks: [categoryId: number, xUm: number, yUm: number][]): Tally {
  const empty: Tally = { ...ki67, frame: { ...NO_FRAME, center: CENTER, ...frame } };
  return marks.reduce(
    (tally, [categoryId, x, y]) =>
      withMark(tally, categoryId, [CENTER[0] + x / PIXEL.x, CENTER[1] + y / PIXEL.y], { ...OPTIONS, apart: 0 }),
    empty,
  );
}

const many = (categoryId: number, times: number): [number, number, number][] =>
  Array.from({ length: times }, (_unused, index) => [categoryId, index / 10, categoryId]);

describe("categories", () => {
  it("get keys from 1 on, and their own colour and shape", () => {
    expect(ki67.categories.map(({ key, form }) => [key, form])).toEqual([
      ["1", "circle"],
      ["2", "square"],
    ]);
    expect(new Set(ki67.categories.map(({ color }) => color)).size).toBe(2);
  });
  it("continue with letters after 9, and each has a key", () => {
    const full = Array.from({ length: 30 }).reduce<Tally>((tally) => withCategory(tally, "x"), ki67);
    expect(full.categories).toHaveLength(TALLY_CATEGORIES_MAX);
    expect(full.categories[9]?.key).toBe("Q");
    expect(new Set(full.categories.map(({ key }) => key)).size).toBe(TALLY_CATEGORIES_MAX);
  });
  it("swap keys if a key is already used", () => {
    expect(withChangedCategory(ki67, 1, { key: "2" }).categories.map(({ key }) => key)).toEqual(["2", "1"]);
    expect(withChangedCategory(ki67, 1, { key: "#" })).toBe(ki67);
  });
  it("are removed with their marks and ratio, except the last one", () => {
    const counted = { ...tallyWith({}, [1, 0, 0], [2, 10, 0]), ratio: { part: 1, rest: 2 } };
    const one = withoutCategory(counted, 1);
    expect(one.marks.map(({ categoryId }) => categoryId)).toEqual([2]);
    expect(one.ratio).toBeNull();
    expect(withoutCategory(one, 2)).toBe(one);
  });
});

describe("marks", () => {
  it("the first mark fixes a frame that follows the view", () => {
    const following: Tally = { ...ki67, frame: { ...NO_FRAME, kind: "field" } };
    expect(withMark(following, 1, [10, 10], OPTIONS).frame.center).toEqual(CENTER);
  });
  it("a cell cannot be marked twice in the same category, but in another one", () => {
    const once = withMark(ki67, 1, [100, 100], OPTIONS);
    expect(withMark(once, 1, [103, 103], OPTIONS)).toBe(once);
    expect(withMark(once, 1, [104, 104], OPTIONS).marks).toHaveLength(2);
    expect(withMark(once, 2, [100, 100], OPTIONS).marks).toHaveLength(2);
  });
  it("selects the nearest mark within reach, and can remove it", () => {
    const two = withMark(withMark(ki67, 1, [100, 100], OPTIONS), 2, [110, 100], OPTIONS);
    expect(markAt(two.marks, [107, 100], 8)?.categoryId).toBe(2);
    expect(markAt(two.marks, [130, 100], 8)).toBeUndefined();
    expect(withoutMark(two, 2).marks.map(({ id }) => id)).toEqual([1]);
  });
  it("on a point lattice a mark snaps to its point, and replaces the previous one", () => {
    const lattice = { kind: "lattice", columns: 3, rows: 3, spacingUm: 100 } as const;
    const put = tallyWith(lattice, [1, 108, -4], [2, 96, 3]);
    expect(put.marks.map(({ categoryId, at }) => [categoryId, at])).toEqual([[2, [4400, 4000]]]);
    expect(tallyWith(lattice, [1, 190, 0]).marks[0]?.at).toEqual([4760, 4000]);
  });
  it("outside the frame and on an exclusion edge they are not counted", () => {
    const tally = tallyWith({ kind: "area", areaMm2: 0.01, edgeRule: "unbiased" }, [1, 0, 0], [1, 48, 0], [1, 90, 0]);
    expect(standingsOf(tally, PIXEL, CENTER).map(({ standing }) => standing)).toEqual(["counted", "edge", "outside"]);
  });
});

describe("the result of a count", () => {
  it("ten in the hot spot: density per mm² with the exact interval", () => {
    const { areaMm2, total, categories } = tallyResult(tallyWith({ kind: "area" }, ...many(1, 10)), PIXEL, CENTER);
    expect(areaMm2).toBeCloseTo(2.37, 12);
    expect(total.count).toBe(10);
    expect(total.density?.perMm2).toBeCloseTo(10 / 2.37, 9);
    expect(total.density?.interval.low).toBeCloseTo(4.795 / 2.37, 3);
    expect(total.density?.interval.high).toBeCloseTo(18.39 / 2.37, 3);
    expect(categories[1]).toMatchObject({ count: 0, interval: { low: 0 } });
  });
  it("separates marks that do not count", () => {
    const tally = tallyWith({ kind: "area", areaMm2: 0.01, edgeRule: "unbiased" }, [1, 0, 0], [1, 48, 0], [2, 90, 0]);
    const { categories, total } = tallyResult(tally, PIXEL, CENTER);
    expect(categories[0]).toMatchObject({ count: 1, edge: 1, outside: 0 });
    expect(categories[1]).toMatchObject({ count: 0, edge: 0, outside: 1 });
    expect(total).toMatchObject({ count: 1, edge: 1, outside: 1 });
  });
  it("without a frame there is no density", () => {
    expect(tallyResult(tallyWith({}, [1, 0, 0]), PIXEL, CENTER).total.density).toBeNull();
  });
  it("a ratio of two categories, such as the Ki-67 index, with its interval", () => {
    const tally = { ...tallyWith({}, ...many(1, 81), ...many(2, 182)), ratio: { part: 1, rest: 2 } };
    const { ratio } = tallyResult(tally, PIXEL, CENTER);
    expect(ratio?.value).toBeCloseTo(81 / 263, 12);
    expect(ratio?.interval.low).toBeCloseTo(0.2553, 4);
    expect(ratio?.interval.high).toBeCloseTo(0.3662, 4);
    expect(tallyResult({ ...ki67, ratio: { part: 1, rest: 2 } }, PIXEL, CENTER).ratio).toBeNull();
  });
  it("a differential count is complete at the target number of cells and reports shares", () => {
    const ninetyNine = { ...tallyWith({}, ...many(1, 60), ...many(2, 39)), target: 100 };
    expect(tallyResult(ninetyNine, PIXEL, CENTER).target).toEqual({ count: 100, isReached: false });
    const hundred = { ...tallyWith({}, ...many(1, 60), ...many(2, 40)), target: 100 };
    const { target, categories } = tallyResult(hundred, PIXEL, CENTER);
    expect(target?.isReached).toBe(true);
    expect(categories[0]?.share?.value).toBe(0.6);
  });
  it("reports counts per square if a frame has several", () => {
    const squares = { kind: "lattice", columns: 2, rows: 1, spacingUm: 100, squareUm: 50 } as const;
    const tally = tallyWith(squares, [1, -50, 0], [1, -40, 0], [2, 50, 0], [1, 0, 0]);
    expect(tallyResult(tally, PIXEL, CENTER).perRegion).toEqual([2, 1]);
  });
});

describe("as CSV", () => {
  const same = <Head extends string>(...heads: Head[]) =>
    Object.fromEntries(heads.map((head) => [head, head])) as unknown as Record<Head, string>;
  const texts: TallyTableTexts = {
    marks: same("number", "category", "xUm", "yUm", "xPx", "yPx", "standing", "region"),
    summary: same(
      ...(["category", "count", "low", "high", "areaMm2", "perMm2", "perMm2Low", "perMm2High"] as const),
      ...(["share", "shareLow", "shareHigh", "outside", "edge"] as const),
    ),
    ...same("counted", "edge", "outside", "total"),
  };
  const tally: Tally = {
    ...tallyWith({ kind: "area", areaMm2: 0.01, edgeRule: "unbiased" }, [1, 0, 0], [2, 48, 0], [1, 90, 10]),
    ratio: { part: 1, rest: 2 },
  };
  it("a row per mark, with µm and pixels", () => {
    expect(marksAsCsv(tally, PIXEL, CENTER, texts).split("\r\n")).toEqual([
      "number,category,xUm,yUm,xPx,yPx,standing,region",
      "1,Positive,1000,2000,4000,4000,counted,1",
      "2,Negative,1048,2000,4192,4000,edge,",
      "3,Positive,1090,2010,4360,4020,outside,",
      "",
    ]);
  });
  it("a summary with a row per category, a total row, and the ratio", () => {
    expect(summaryAsCsv(tally, PIXEL, CENTER, texts).split("\r\n").slice(1)).toEqual([
      "Positive,1,0.025,5.572,0.01,100,2.532,557.164,1,0.20655,1,1,0",
      "Negative,0,0,3.689,0.01,0,0,368.888,0,0,0.79345,0,1",
      "total,1,0.025,5.572,0.01,100,2.532,557.164,,,,1,1",
      "Positive / (Positive + Negative),,,,,,,,1,0.20655,1,,",
      "",
    ]);
  });
  it("names cannot be formulas", () => {
    const named = withChangedCategory(tally, 1, { name: "=1+1" });
    expect(marksAsCsv(named, PIXEL, CENTER, texts)).toContain("1,'=1+1,");
  });
});
