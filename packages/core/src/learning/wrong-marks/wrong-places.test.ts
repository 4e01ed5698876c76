import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { areaPx2 } from "./mark-point.ts";
import { bySize, type Structure, structureAt, type WrongMark, wrongPlaces } from "./wrong-places.ts";

const PIXEL = { x: 1, y: 1 };

function structure(name: string, left: number, top: number, side: number, kind: Structure["kind"] = "annotation") {
  const [minX, minY, maxX, maxY] = [left, top, left + side, top + side];
  const ring: SlidePoint[] = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
  return { name, kind, rings: [ring], bounds: { minX, minY, maxX, maxY }, areaPx2: areaPx2([ring]) } as const;
}

/** Two tubules with the same name far from each other, and a nucleus in one of them. */
const STRUCTURES = bySize([
  structure("Distal tubule", 0, 0, 100),
  structure("distal  tubule", 5_000, 5_000, 100),
  structure("Nucleus", 10, 10, 20),
  structure("Glomerulus", 2_000, 0, 400, "region"),
]);
const mark = (user: number, x: number, y: number): WrongMark => ({ user, point: [x, y] });
const find = (marks: readonly WrongMark[]) =>
  wrongPlaces(
    marks.map((one) => ({ ...one, structure: structureAt(STRUCTURES, one.point) })),
    PIXEL,
  );
const shortly = (marks: readonly WrongMark[]) =>
  find(marks).map(({ structure: found, userCount, marks: own }) => [found?.name ?? null, userCount, own.length]);

describe("places of wrong marks", () => {
  it("are structures with the same name, wherever they are on the slide", () => {
    expect(shortly([mark(1, 90, 90), mark(2, 5_050, 5_050), mark(3, 95, 50)])).toEqual([["Distal tubule", 3, 3]]);
  });

  it("are named by the smallest structure around a mark", () => {
    expect(shortly([mark(1, 15, 15), mark(2, 20, 20), mark(3, 60, 60), mark(4, 70, 70)])).toEqual([
      ["Distal tubule", 2, 2],
      ["Nucleus", 2, 2],
    ]);
  });

  it("are clusters without a name outside structures", () => {
    expect(shortly([mark(1, 900, 900), mark(2, 930, 900), mark(3, 1_500, 1_500)])).toEqual([[null, 2, 2]]);
  });

  it("need at least two people; repeated marks of one person count once", () => {
    expect(shortly([mark(1, 900, 900), mark(1, 901, 900), mark(1, 90, 90), mark(1, 91, 90)])).toEqual([]);
  });

  it("are sorted by number of people, and tell which are in a region of the key", () => {
    const marks = [mark(1, 2_100, 100), mark(2, 2_100, 110), mark(3, 900, 900), mark(4, 910, 900), mark(5, 920, 900)];
    expect(find(marks).map(({ structure: found }) => found)).toEqual([null, { name: "Glomerulus", kind: "region" }]);
  });

  it("contain each mark at most once, come from at least two people, and are the same in any order", () => {
    const coordinate = fc.integer({ min: 0, max: 300 });
    const marks = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), coordinate, coordinate), { maxLength: 40 });
    fc.assert(
      fc.property(marks, fc.integer(), (given, seed) => {
        const all = given.map(([user, x, y]) => mark(user, x, y));
        const places = find(all);
        const keyOf = ({ user, point }: WrongMark) => `${user} ${point}`;
        const grouped = places.flatMap(({ marks: own }) => own.map(keyOf));
        const left = all.map(keyOf);
        for (const one of grouped) {
          expect(left).toContain(one);
          left.splice(left.indexOf(one), 1);
        }
        for (const { userCount, marks: own } of places) {
          expect(userCount).toBe(new Set(own.map(({ user }) => user)).size);
          expect(userCount).toBeGreaterThanOrEqual(2);
        }
        const shuffled = all.toSorted(
          (a, b) => Math.sin(a.point[0] * seed + a.user) - Math.sin(b.point[0] * seed + b.user),
        );
        expect(find(shuffled)).toEqual(places);
      }),
    );
  });
});
