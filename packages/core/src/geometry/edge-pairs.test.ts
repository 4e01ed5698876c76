import fc from "fast-check";
import { expect, it } from "vitest";
import { someNearPair } from "./edge-pairs.ts";

const side = fc.integer({ min: 0, max: 30 });
const boxes = fc.array(fc.tuple(side, side, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), {
  maxLength: 60,
});

it("reports each pair of boxes that share a point once, and no others", () => {
  fc.assert(
    fc.property(boxes, (drawn) => {
      const numbers = Float64Array.from(drawn.flatMap(([x, y, width, height]) => [x, y, x + width, y + height]));
      const expected = drawn.flatMap(([x, y, width, height], one) =>
        drawn.flatMap(([x1, y1, width1, height1], other) =>
          other > one && x <= x1 + width1 && x1 <= x + width && y <= y1 + height1 && y1 <= y + height
            ? [`${one} ${other}`]
            : [],
        ),
      );
      const reported: string[] = [];
      const wasStopped = someNearPair(numbers, drawn.length, (one, other) => {
        reported.push(`${Math.min(one, other)} ${Math.max(one, other)}`);
        return false;
      });
      expect(wasStopped).toBe(false);
      expect(reported.toSorted()).toEqual(expected.toSorted());
    }),
  );
});

it("stops at the first matching pair", () => {
  let reported = 0;
  const isFound = someNearPair(new Float64Array(4 * 50), 50, () => {
    reported += 1;
    return reported === 3;
  });
  expect([isFound, reported]).toEqual([true, 3]);
});
