import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containsPoint } from "../../geometry/contains-point.ts";
import { findSelfCrossing } from "../../geometry/self-crossing.ts";
import type { Shape } from "../../geometry/shape.ts";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { areaOf, areasOf } from "./agreed-areas.ts";
import { traceCells } from "./trace-cells.ts";
import { boundsOfAll, POINT_RADIUS_UM, VoteRaster } from "./vote-raster.ts";

const square = (left: number, top: number, side: number): Shape => ({
  kind: "polygon",
  rings: [ringOf(left, top, side)],
});
const ringOf = (left: number, top: number, side: number): SlidePoint[] => [
  [left, top],
  [left + side, top],
  [left + side, top + side],
  [left, top + side],
];

function rasterOf(users: readonly (readonly Shape[])[], pixel = { x: 1, y: 1 }): VoteRaster {
  const bounds = boundsOfAll(users.flat());
  if (!bounds) throw new Error("nothing is drawn");
  const raster = new VoteRaster(bounds, pixel);
  for (const marks of users) raster.addUser(marks);
  return raster;
}

const ringArea = (ring: readonly SlidePoint[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], place) => {
      const [nextX, nextY] = ring[(place + 1) % ring.length] as SlidePoint;
      return sum + (x * nextY - nextX * y) / 2;
    }, 0),
  );
const polygonsOf = (shape: Shape | null) =>
  shape?.kind === "polygon" ? [shape.rings] : shape?.kind === "multiPolygon" ? shape.polygons : [];
const areaPx2 = (shape: Shape | null): number =>
  polygonsOf(shape).reduce(
    (sum, [outline = [], ...holes]) => sum + ringArea(outline) - holes.reduce((all, hole) => all + ringArea(hole), 0),
    0,
  );

describe("areas of agreement", () => {
  it("of two overlapping squares are the union for a threshold of a half and the overlap for all", () => {
    const raster = rasterOf([[square(0, 0, 1000)], [square(500, 0, 1000)]]);
    const tolerance = 4 * 3000 * raster.cellPx;
    expect(Math.abs(areaPx2(areaOf(raster, 0.5, 2)) - 1_500_000)).toBeLessThan(tolerance);
    expect(Math.abs(areaPx2(areaOf(raster, 1, 2)) - 500_000)).toBeLessThan(tolerance);
    expect(areasOf(raster, 2).map(({ share }) => share)).toEqual([0.25, 0.75]);
  });

  it("keep holes, and count a user once however many marks overlap", () => {
    const ring: Shape = { kind: "polygon", rings: [ringOf(0, 0, 1000), ringOf(300, 300, 400)] };
    const raster = rasterOf([[ring, square(0, 0, 200)], [ring]]);
    const all = areaOf(raster, 1, 2);
    expect(Math.abs(areaPx2(all) - 840_000)).toBeLessThan(4 * 2000 * raster.cellPx);
    expect(polygonsOf(all)[0]).toHaveLength(2);
    expect(Math.max(...raster.votes)).toBe(2);
  });

  it("of a point are a disc in µm, also if pixels are not square", () => {
    const raster = rasterOf([[{ kind: "point", point: [500, 500] }]], { x: 0.5, y: 0.25 });
    const expected = Math.PI * (POINT_RADIUS_UM / 0.5) * (POINT_RADIUS_UM / 0.25);
    expect(Math.abs(areaPx2(areaOf(raster, 1, 1)) / expected - 1)).toBeLessThan(0.03);
  });

  it("of a line are a band, and of a mark smaller than a cell the cell around it", () => {
    const line: Shape = {
      kind: "line",
      path: [
        [0, 0],
        [4000, 0],
      ],
    };
    const raster = rasterOf([[line], [{ kind: "point", point: [20_000, 0] }]]);
    expect(areaPx2(areaOf(raster, 0.5, 2))).toBeGreaterThan(4000 * 10);
    expect(polygonsOf(areaOf(raster, 0.5, 2)).length).toBe(2);
    expect(areaOf(raster, 1, 2)).toBeNull();
  });

  it("are empty without agreement", () => {
    const raster = rasterOf([[square(0, 0, 100)], [square(500, 500, 100)], [square(0, 500, 100)]]);
    expect(areaOf(raster, 0.5, 3)).toBeNull();
  });
});

describe("outlines of cells", () => {
  const grid = fc.integer({ min: 3, max: 9 }).chain((size) =>
    fc.array(fc.boolean(), { minLength: size * size, maxLength: size * size }).map((cells) => {
      const isSet = Uint8Array.from(cells, (isOn, cell) => {
        const [column, row] = [cell % size, Math.floor(cell / size)];
        return isOn && column > 0 && row > 0 && column < size - 1 && row < size - 1 ? 1 : 0;
      });
      return { columns: size, rows: size, isSet };
    }),
  );

  it("contain each set cell, and neither cross nor touch", () => {
    fc.assert(
      fc.property(grid, (cells) => {
        const polygons = traceCells(cells);
        const covers = (point: SlidePoint) => polygons.filter((rings) => containsPoint(rings, point)).length;
        for (const [cell, isSet] of cells.isSet.entries())
          if (isSet) expect(covers([(cell % cells.columns) + 0.5, Math.floor(cell / cells.columns) + 0.5])).toBe(1);
        const corners = polygons.flat(2).map(([x, y]) => `${x}:${y}`);
        expect(new Set(corners).size).toBe(corners.length);
        for (const rings of polygons) expect(findSelfCrossing({ kind: "polygon", rings })).toBeNull();
      }),
    );
  });
});
