import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { markClusters, NEIGHBOUR_RADIUS_UM } from "./mark-clusters.ts";

const HALF = { x: 0.5, y: 0.5 };
const FLAT = { x: 1, y: 0.25 };
const sizes = (clusters: readonly (readonly number[])[]) => clusters.map(({ length }) => length).toSorted();

describe("clusters of marks", () => {
  it("are marks within 50 µm of another one, each axis with its own pixel size", () => {
    expect(NEIGHBOUR_RADIUS_UM).toBe(50);
    expect(
      sizes(
        markClusters(
          [
            [0, 0],
            [100, 0],
          ],
          HALF,
        ),
      ),
    ).toEqual([2]);
    expect(
      sizes(
        markClusters(
          [
            [0, 0],
            [100.1, 0],
          ],
          HALF,
        ),
      ),
    ).toEqual([1, 1]);
    expect(
      sizes(
        markClusters(
          [
            [0, 0],
            [0, 200],
          ],
          FLAT,
        ),
      ),
    ).toEqual([2]);
    expect(
      sizes(
        markClusters(
          [
            [0, 0],
            [60, 0],
          ],
          FLAT,
        ),
      ),
    ).toEqual([1, 1]);
  });

  it("are joined by a mark between them; without marks there are none", () => {
    expect(
      sizes(
        markClusters(
          [
            [0, 0],
            [160, 0],
          ],
          HALF,
        ),
      ),
    ).toEqual([1, 1]);
    expect(
      sizes(
        markClusters(
          [
            [0, 0],
            [160, 0],
            [80, 10],
          ],
          HALF,
        ),
      ),
    ).toEqual([3]);
    expect(markClusters([], HALF)).toEqual([]);
  });

  const coordinate = fc.double({ min: -400, max: 400, noNaN: true });
  const points = fc.array(fc.tuple(coordinate, coordinate) as fc.Arbitrary<SlidePoint>, { maxLength: 40 });
  const pixels = fc.constantFrom(HALF, FLAT, { x: 0.9, y: 1.1 });

  it("contain each mark once, and are the same in any order", () => {
    const asText = (clusters: readonly (readonly number[])[], of: readonly SlidePoint[]) =>
      clusters
        .map((cluster) =>
          cluster
            .map((place) => String(of[place]))
            .toSorted()
            .join(";"),
        )
        .toSorted();
    fc.assert(
      fc.property(points, pixels, fc.integer(), (given, pixel, seed) => {
        const clusters = markClusters(given, pixel);
        expect(clusters.flat().toSorted((a, b) => a - b)).toEqual(given.map((_, place) => place));
        const shuffled = given.toSorted((a, b) => Math.sin(a[0] * seed + a[1]) - Math.sin(b[0] * seed + b[1]));
        expect(asText(markClusters(shuffled, pixel), shuffled)).toEqual(asText(clusters, given));
      }),
    );
  });

  it("equal the result of comparing all pairs of marks", () => {
    fc.assert(
      fc.property(points, pixels, (given, pixel) => {
        const clusterOf = new Map(
          markClusters(given, pixel).flatMap((cluster, at) => cluster.map((place) => [place, at] as const)),
        );
        const areNear = (one: SlidePoint, other: SlidePoint) =>
          ((one[0] - other[0]) * pixel.x) ** 2 + ((one[1] - other[1]) * pixel.y) ** 2 <= NEIGHBOUR_RADIUS_UM ** 2;
        for (const [place, point] of given.entries()) {
          const others = given.flatMap((other, at) => (at !== place && areNear(point, other) ? at : []));
          for (const other of others) expect(clusterOf.get(other)).toBe(clusterOf.get(place));
          const own = [...clusterOf].filter(([, cluster]) => cluster === clusterOf.get(place));
          if (own.length > 1) expect(others).not.toEqual([]);
        }
      }),
    );
  });

  it("of 5,000 marks in the worst positions are found within a second of CPU time", () => {
    // Two blocks of 2,500 marks that are just too far apart: no pair across them is adjacent, but all must be checked.
    const block = (left: number) => Array.from({ length: 2_500 }, (_, at) => [left, (at % 50) / 50] as const);
    const before = process.cpuUsage();
    expect(sizes(markClusters([...block(0), ...block(101)], HALF))).toEqual([2_500, 2_500]);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});
