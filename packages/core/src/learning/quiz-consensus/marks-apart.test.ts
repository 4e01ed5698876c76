import fc from "fast-check";
import { expect, it } from "vitest";
import type { Shape } from "../../geometry/shape.ts";
import { marksApart } from "./marks-apart.ts";

const point = (x: number, y: number): Shape => ({ kind: "point", point: [x, y] });
const REACH = { x: 10, y: 10 };

it("groups near marks, and separates those that are far apart in x or y", () => {
  const users = [[point(0, 0), point(1000, 0)], [point(15, 5)], [point(0, 500)]];
  const groups = marksApart(users, REACH).map((group) => group.map((marks) => marks.length));
  expect(groups.toSorted((one, other) => other.length - one.length)).toEqual([[1, 1], [1], [1]]);
});

it("joins marks that a third one connects, and is empty without marks", () => {
  expect(marksApart([[point(0, 0)], [point(18, 0)], [point(36, 0)]], REACH)).toHaveLength(1);
  expect(marksApart([], REACH)).toEqual([]);
});

it("keeps every mark, and never separates two whose reaches overlap", () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }));
  fc.assert(
    fc.property(fc.array(fc.array(place, { maxLength: 3 }), { maxLength: 12 }), (places) => {
      const users = places.map((some) => some.map(([x, y]) => point(x, y)));
      const groups = marksApart(users, REACH).map((group) => group.flat());
      expect(groups.flat().length).toBe(users.flat().length);
      for (const [at, group] of groups.entries())
        for (const other of groups.slice(at + 1))
          for (const one of group)
            for (const two of other) {
              if (one.kind !== "point" || two.kind !== "point") continue;
              const away = [one.point[0] - two.point[0], one.point[1] - two.point[1]].map(Math.abs);
              expect(Math.max(...away)).toBeGreaterThan(2 * REACH.x);
            }
    }),
  );
});
