import { describe, expect, it } from "vitest";
import { addPlace, chooseParts, ellipticityOf, emptySums } from "./component-tree.ts";
import { depthInside } from "./distance.ts";
import { fillHoles } from "./fill-holes.ts";
import { smoothPlane, subtractOpening } from "./smooth.ts";
import { measureRing, traceOutline } from "./trace-outline.ts";
import { divideIntoHills } from "./watershed.ts";

const sumsOf = (isInside: (x: number, y: number) => boolean) => {
  const sums = emptySums();
  for (let y = 0; y < 200; y += 1) for (let x = 0; x < 200; x += 1) if (isInside(x, y)) addPlace(sums, x, y, 1);
  return sums;
};
/** Parses a plane from text: digits are values. */
const plane = (rows: readonly string[]) => rows.flatMap((row) => [...row].map(Number));

it("an ellipse of any length has an ellipticity of 1, two disks that touch 0.895", () => {
  expect(ellipticityOf(sumsOf((x, y) => Math.hypot(x - 100, y - 100) < 40))).toBeCloseTo(1, 2);
  expect(ellipticityOf(sumsOf((x, y) => Math.hypot((x - 100) / 80, (y - 100) / 20) < 1))).toBeCloseTo(1, 2);
  const pair = sumsOf((x, y) => Math.hypot(x - 60, y - 100) < 40 || Math.hypot(x - 140, y - 100) < 40);
  expect(ellipticityOf(pair)).toBeCloseTo(0.895, 2);
});

describe("parts at individual levels", () => {
  const rows = ["00000000", "02293300", "02193300", "00000000"];
  const values = Float32Array.from(plane(rows));
  const choose = (scoreOf: (area: number) => number) =>
    chooseParts(values, null, 8, 4, { levels: [1, 2, 3], scoreOf: ({ area }) => scoreOf(area) });
  it("selects the whole if it scores better than its parts", () =>
    expect(choose((area) => (area === 10 ? 1 : 0.5)).count).toBe(1));
  it("selects the parts if they score better together", () => {
    const { labels, count } = choose((area) => (area === 6 ? 1 : 0.1));
    expect(count).toBe(1);
    expect(labels.filter((label) => label > 0)).toHaveLength(6);
  });
  it("selects nothing if nothing scores", () => expect(choose(() => 0).count).toBe(0));
  it("skips pixels that were selected before", () => {
    const all = new Uint8Array(values.length).fill(1);
    expect(chooseParts(values, all, 8, 4, { levels: [1], scoreOf: () => 1 }).count).toBe(0);
  });
});

describe("hills", () => {
  const divide = (rows: readonly string[], minRise: number, maxPassShare = 1) => {
    const heights = Uint16Array.from(plane(rows));
    return divideIntoHills(heights, new Int32Array(heights.length), rows[0]!.length, rows.length, {
      minRise,
      maxPassShare,
    });
  };
  it("are as many as there are prominent peaks", () => {
    expect(divide(["59285"], 1).count).toBe(2);
    expect(divide(["59285"], 7).count).toBe(1);
    expect(divide(["59785"], 1, 0.8).count).toBe(1);
  });
  it("of two owners are two", () => {
    const heights = Uint16Array.from(plane(["5555"]));
    const owners = Int32Array.from(plane(["1122"]));
    expect(divideIntoHills(heights, owners, 4, 1, { minRise: 9, maxPassShare: 1 }).count).toBe(2);
  });
});

it("holes within one part are filled, gaps between two and holes at the border are not", () => {
  const fill = (rows: readonly string[], most: number) => {
    const labels = Int32Array.from(plane(rows));
    fillHoles(labels, rows[0]!.length, most);
    return labels;
  };
  expect([...fill(["00000", "01110", "01010", "01110", "00000"], 4)][12]).toBe(1);
  expect([...fill(["00000", "01110", "01010", "01110", "00000"], 0)][12]).toBe(0);
  expect([...fill(["00000", "01120", "01020", "01120", "00000"], 4)][12]).toBe(0);
  expect([...fill(["101", "111"], 4)][1]).toBe(0);
});

it("an outline surrounds its pixels, with their area and centre, and without their holes", () => {
  const labels = Int32Array.from(plane(["00000", "01110", "01010", "01110", "00000"]));
  const { area, centroid } = measureRing(traceOutline(labels, 5, 5, 6));
  // Nine pixels, less half a pixel at the four corners.
  expect(area).toBeCloseTo(8.5, 9);
  expect(centroid[0]).toBeCloseTo(2.5, 9);
  expect(centroid[1]).toBeCloseTo(2.5, 9);
});

it("a depth is the distance from the outside; the border does not count as outside", () => {
  const mask = new Uint8Array(41 * 41).fill(1);
  mask[0] = 0;
  const depth = depthInside(mask, 41, 41);
  for (const [x, y] of [
    [7, 0],
    [20, 20],
    [13, 30],
  ] as const)
    expect(Math.abs(depth[y * 41 + x]! / 5 / Math.hypot(x, y) - 1)).toBeLessThan(0.03);
});

it("parts narrower than the square stand out from the background, wider parts belong to it", () => {
  const [width, height] = [80, 60];
  const values = new Float32Array(width * height).fill(1);
  for (let y = 0; y < height; y += 1) {
    for (let x = 40; x < 80; x += 1) values[y * width + x] = 3;
    values[y * width + 20] = 9;
  }
  subtractOpening(values, width, height, 8);
  expect([values[30 * width + 20], values[30 * width + 10], values[30 * width + 60]]).toEqual([8, 0, 0]);
  expect(values.every((value) => value >= 0)).toBe(true);
});

it("smoothing keeps constant areas, and the sum of a spot", () => {
  const even = new Float32Array(30 * 20).fill(0.7);
  expect(Math.max(...smoothPlane(even, 30, 20, 1.7).map((value) => Math.abs(value - 0.7)))).toBeLessThan(1e-5);
  const spot = new Float32Array(30 * 20);
  spot[10 * 30 + 15] = 1;
  expect(smoothPlane(spot, 30, 20, 1.7).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
});
