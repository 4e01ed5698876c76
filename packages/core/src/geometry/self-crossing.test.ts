import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ringAreaPx2 } from "./measurement.ts";
import { findSelfCrossing } from "./self-crossing.ts";
import type { SlidePoint } from "./slide-point.ts";
import { parseWkt } from "./wkt.ts";

function crossingOf(wkt: string): SlidePoint | null {
  const result = parseWkt(wkt);
  if (!result.ok) throw new Error(result.problem);
  return findSelfCrossing(result.shape)?.crossesAt ?? null;
}

const OUTLINE = "(0 0, 100 0, 100 100, 0 100, 0 0)";
const cases: [what: string, wkt: string, crossesAt: SlidePoint | null][] = [
  ["a square", `POLYGON (${OUTLINE})`, null],
  ["a bow tie", "POLYGON ((0 0, 100 100, 100 0, 0 100, 0 0))", [50, 50]],
  ["a bow tie whose knot is a vertex", "POLYGON ((0 0, 50 50, 100 100, 100 0, 50 50, 0 100, 0 0))", [50, 50]],
  ["an hourglass that only touches itself", "POLYGON ((0 0, 50 50, 0 100, 100 100, 50 50, 100 0, 0 0))", null],
  ["a vertex on an edge, from inside", "POLYGON ((0 0, 100 0, 100 100, 50 0, 0 100, 0 0))", null],
  [
    "a vertex that crosses an edge",
    "POLYGON ((0 0, 100 0, 100 100, 50 0, 50 -50, 40 -50, 40 50, 0 100, 0 0))",
    [40, 0],
  ],
  ["a path out and back along one line", "POLYGON ((0 0, 50 0, 50 30, 50 0, 100 0, 100 100, 0 0))", null],
  ["repeated vertices", "POLYGON ((0 0, 0 0, 100 0, 100 0, 100 100, 0 0))", null],
  ["a square drawn twice", "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0, 9 0, 9 9, 0 9, 0 0))", [0, 0]],
  [
    "a loop inside, from a vertex, in the same direction",
    "POLYGON ((0 0, 50 0, 60 20, 40 20, 50 0, 100 0, 50 99, 0 0))",
    [50, 0],
  ],
  [
    "a loop inside, from a vertex, in the opposite direction",
    "POLYGON ((0 0, 50 0, 40 20, 60 20, 50 0, 100 0, 50 99, 0 0))",
    null,
  ],
  ["a part of an edge retraced inwards", "POLYGON ((0 0, 60 0, 60 50, 50 50, 50 0, 40 0, 40 -9, 0 -9, 0 0))", [40, 0]],
  ["a hole", `POLYGON (${OUTLINE}, (10 10, 20 10, 20 20, 10 10))`, null],
  ["a hole that shares a vertex of the outline", `POLYGON (${OUTLINE}, (0 0, 10 0, 10 10, 0 10, 0 0))`, null],
  ["a hole through the outline", `POLYGON (${OUTLINE}, (50 50, 150 50, 150 60, 50 60, 50 50))`, [100, 50]],
  ["a hole through vertices of the outline", `POLYGON (${OUTLINE}, (50 50, 150 150, 150 -50, 50 50))`, [100, 0]],
  ["a hole outside", `POLYGON (${OUTLINE}, (200 200, 210 200, 210 210, 200 200))`, [200, 200]],
  ["holes side by side", `POLYGON (${OUTLINE}, (10 10, 20 10, 20 20, 10 10), (20 10, 20 20, 30 20, 20 10))`, null],
  ["a hole in a hole", `POLYGON (${OUTLINE}, (10 10, 80 10, 80 80, 10 10), (60 20, 70 20, 70 30, 60 20))`, [60, 20]],
  ["a hole twice", `POLYGON (${OUTLINE}, (10 10, 80 10, 80 80, 10 10), (10 10, 80 10, 80 80, 10 10))`, [10, 10]],
  ["two parts", `MULTIPOLYGON ((${OUTLINE}), ((200 0, 300 0, 300 100, 200 0)))`, null],
  ["two parts that share an edge", `MULTIPOLYGON ((${OUTLINE}), ((100 0, 200 0, 100 100, 100 0)))`, null],
  ["a part within another", `MULTIPOLYGON ((${OUTLINE}), ((10 10, 20 10, 20 20, 10 10)))`, [10, 10]],
  [
    "a part in the hole of another",
    `MULTIPOLYGON ((${OUTLINE}, (10 10, 90 10, 90 90, 10 90, 10 10)), ((20 20, 30 20, 30 30, 20 20)))`,
    null,
  ],
  ["two parts across each other", `MULTIPOLYGON ((${OUTLINE}), ((50 50, 150 50, 150 60, 50 60, 50 50)))`, [100, 50]],
  ["a self-intersecting line: it has no area", "LINESTRING (0 0, 100 100, 100 0, 0 100)", null],
  ["a point", "POINT (5 5)", null],
  ["tenths that touch exactly", "POLYGON ((0 0, 0.3 0.3, 0.5 0, 0.9 0.9, 0.3 0.9, 0 0))", null],
];
for (const [what, wkt, crossesAt] of cases) {
  it(`${what}: ${crossesAt ? `crosses at ${crossesAt.join(", ")}` : "does not cross"}`, () => {
    expect(crossingOf(wkt)).toEqual(crossesAt);
  });
}

describe("any outline on a small grid, with many contacts and overlaps", () => {
  const at = fc.integer({ min: 0, max: 5 });
  const ring = fc.array(fc.tuple(at, at), { minLength: 3, maxLength: 9 }) as fc.Arbitrary<SlidePoint[]>;

  /** Winding number of a ring around a point that is not on it. */
  function turnsAround(path: readonly SlidePoint[], [x, y]: SlidePoint): number {
    let turns = 0;
    for (const [index, [x0, y0]] of path.entries()) {
      const [x1, y1] = path[(index + 1) % path.length] as SlidePoint;
      const side = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
      if (y0 <= y && y1 > y && side > 0) turns += 1;
      if (y0 > y && y1 <= y && side < 0) turns -= 1;
    }
    return turns;
  }

  it("is accepted only if it encloses each point at most once, in one direction, so that its area is right", () => {
    fc.assert(
      fc.property(ring, (path) => {
        if (findSelfCrossing({ kind: "polygon", rings: [path] })) return;
        const turns = new Set<number>();
        for (let x = 0; x < 50; x += 1) {
          for (let y = 0; y < 50; y += 1) turns.add(turnsAround(path, [x / 10 + 0.0371, y / 10 + 0.0533]));
        }
        turns.delete(0);
        expect([...turns].every((count) => Math.abs(count) === 1) && turns.size <= 1).toBe(true);
        if (turns.size === 0) expect(ringAreaPx2(path)).toBeLessThan(0.2);
      }),
      { numRuns: 400 },
    );
  });

  it("is reported if its edges cross between their ends, whatever the first vertex is", () => {
    fc.assert(
      fc.property(ring, fc.nat(8), (path, shift) => {
        const turned = path.map((_, index) => path[(index + shift) % path.length] as SlidePoint);
        const crosses = (points: SlidePoint[]) => findSelfCrossing({ kind: "polygon", rings: [points] }) !== null;
        expect(crosses(turned)).toBe(crosses(path));
        expect(crosses(path.toReversed())).toBe(crosses(path));
      }),
      { numRuns: 400 },
    );
  });
});

/** Points around a middle at distances between two. */
function starOf(points: number, minPx: number, maxPx: number): SlidePoint[] {
  return Array.from({ length: points }, (_, index): SlidePoint => {
    const turn = (index / points) * 2 * Math.PI;
    const radius = minPx + ((index * 7919) % 101) * ((maxPx - minPx) / 100);
    return [60_000 + radius * Math.cos(turn), 60_000 + radius * Math.sin(turn)];
  });
}

describe("an outline of 20,000 points", () => {
  const LONGEST_MS = 1_500;
  it("is checked in time, also if its last edge crosses", () => {
    const ring = starOf(20_000, 49_000, 50_000);
    const started = threadMs();
    expect(findSelfCrossing({ kind: "polygon", rings: [ring] })).toBeNull();
    expect(findSelfCrossing({ kind: "polygon", rings: [[...ring, [9, 9], [8, 120_000]]] })).not.toBeNull();
    expect(threadMs() - started).toBeLessThan(LONGEST_MS);
  });

  it("with only overlapping edges is checked in bounded time and reported as uncertain", () => {
    const started = threadMs();
    const found = findSelfCrossing({ kind: "polygon", rings: [starOf(20_000, 10, 50_000)] });
    expect(found?.isCertain).toBe(false);
    expect(threadMs() - started).toBeLessThan(LONGEST_MS);
  });
});

/** Cases that GEOS rejects because of contacts; their areas are right, so they can be drawn here. */
const ONLY_TOUCHES =
  /zero-area|degenerate hole|too few|self-touch|shells adjacent|hole adjacent to hole|spike|gore|shell self-overlaps|identical to shell|touches (shell|hole)|chain of holes|^Test (20|22|226|227|395)$/;
const GEOS_FOLDER = new URL("../../../../../shared/data/geo/geos_xmltester_general/", import.meta.url);

/** CPU time of this thread, ms: independent of the load of the machine. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

describe("polygons of the GEOS validity tests", () => {
  for (const name of ["TestValid.xml", "TestValid2.xml", "TestValid2-big.xml"]) {
    const file = new URL(name, GEOS_FOLDER);
    it.skipIf(!existsSync(file))(`../shared/data/geo/geos_xmltester_general/${name} (skipped if missing)`, () => {
      let checked = 0;
      for (const [, text = ""] of readFileSync(file, "utf8").matchAll(/<case>([\s\S]*?)<\/case>/g)) {
        const what = /<desc>([\s\S]*?)<\/desc>/.exec(text)?.[1]?.trim() ?? "";
        const parsed = parseWkt(/<a>([\s\S]*?)<\/a>/.exec(text)?.[1]?.trim() ?? "");
        const isValid = /isValid"[^>]*>\s*true/.test(text);
        if (!parsed.ok || !parsed.shape.kind.toLowerCase().endsWith("polygon")) continue;
        checked += 1;
        const isFine = findSelfCrossing(parsed.shape) === null;
        expect(isFine, what).toBe(isValid || ONLY_TOUCHES.test(what));
      }
      expect(checked).toBeGreaterThan(0);
    });
  }
});

describe("an outline crafted to be slow", () => {
  const nested = (count: number): SlidePoint[][][] =>
    Array.from({ length: count }, (_, index) => {
      const [low, high] = [2 * index, 30_000 - 2 * index];
      return [
        [
          [low, low],
          [high, low],
          [high, high],
          [low, high],
        ],
      ];
    });

  it("of thousands of nested areas is abandoned and reported", () => {
    expect(findSelfCrossing({ kind: "multiPolygon", polygons: nested(3_800) })).toMatchObject({ isCertain: false });
  });

  it("of a few nested areas is checked", () => {
    expect(findSelfCrossing({ kind: "multiPolygon", polygons: nested(20) })).toMatchObject({ isCertain: true });
  });
});
