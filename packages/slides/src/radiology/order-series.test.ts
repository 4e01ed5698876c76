import { describe, expect, it } from "vitest";
import { groupIntoSeries, orderSeries, type Placed } from "./order-series.ts";

const AXIAL = [1, 0, 0, 0, 1, 0];
const SAGITTAL = [0, 1, 0, 0, 0, -1];

function placed(instanceNumber: number | null, z: number | null, more: Partial<Placed> = {}): Placed {
  return {
    studyUid: "study",
    seriesUid: "series",
    seriesNumber: 1,
    instanceNumber,
    position: z === null ? null : [0, 0, z],
    orientation: AXIAL,
    fault: null,
    ...more,
  };
}

const numbersOf = (instances: readonly Placed[]) => instances.map(({ instanceNumber }) => instanceNumber);

describe("the order of a series", () => {
  const cases: readonly [what: string, series: Placed[], order: (number | null)[], sliceSpacingMm: number | null][] = [
    ["along the body", [placed(2, 5), placed(1, 0), placed(3, 10)], [1, 2, 3], 5],
    ["along the body even if some numbers differ", [placed(1, 0), placed(3, 5), placed(2, 10)], [1, 3, 2], 5],
    ["downwards if it is numbered so", [placed(1, 10), placed(2, 5), placed(3, 0)], [1, 2, 3], 5],
    ["with gaps", [placed(1, 0), placed(2, 5), placed(3, 20)], [1, 2, 3], null],
    [
      "by number if positions are repeated",
      [placed(3, 0), placed(1, 0), placed(2, 5), placed(4, 5)],
      [1, 2, 3, 4],
      null,
    ],
    ["by number without positions", [placed(2, null), placed(1, null)], [1, 2], null],
    ["in upload order without either", [placed(null, null), placed(1, null)], [1, null], null],
    ["one alone", [placed(7, 3)], [7], null],
  ];
  for (const [what, series, order, sliceSpacingMm] of cases)
    it(what, () => {
      const ordered = orderSeries(series);
      expect([numbersOf(ordered.instances), ordered.sliceSpacingMm]).toEqual([order, sliceSpacingMm]);
    });

  it("of slices that are not parallel is by number", () => {
    const tilted = [placed(2, 0, { orientation: SAGITTAL }), placed(1, 5)];
    expect(orderSeries(tilted)).toMatchObject({ plane: null, sliceSpacingMm: null });
    expect(numbersOf(orderSeries(tilted).instances)).toEqual([1, 2]);
  });
});

describe("the orientation of a series", () => {
  const planes: readonly [orientation: number[] | null, plane: string | null][] = [
    [AXIAL, "axial"],
    [[1, 0, 0, 0, 0, -1], "coronal"],
    [SAGITTAL, "sagittal"],
    [[Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, -1], "oblique"],
    [[0.995, 0, -0.0998, 0, 1, 0], "axial"],
    [null, null],
    [[0, 0, 0, 0, 0, 0], null],
  ];
  for (const [orientation, plane] of planes)
    it(`${orientation}: ${plane}`, () => expect(orderSeries([placed(1, 0, { orientation })]).plane).toBe(plane));
});

it("series are in the order of studies, then by number; those that cannot be shown are last", () => {
  const groups = groupIntoSeries([
    placed(1, 0, { seriesUid: "b", seriesNumber: 2 }),
    placed(2, 0, { seriesUid: "v", seriesNumber: 0, fault: "encoding" }),
    placed(3, 0, { studyUid: "later", seriesUid: "a", seriesNumber: 1 }),
    placed(4, 0, { seriesUid: "a", seriesNumber: 1 }),
    placed(5, 0, { seriesUid: "b", seriesNumber: 2 }),
  ]);
  expect(groups.map(numbersOf)).toEqual([[4], [1, 5], [3], [2]]);
});
