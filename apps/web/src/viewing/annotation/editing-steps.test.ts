import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import { resizedBy, simplifiedTo, turnedBy, withoutCrossing, withoutHoles } from "./editing-steps.ts";

const LINE: Shape = {
  kind: "line",
  path: [
    [0, 0],
    [100, 0],
  ],
};
const RING: readonly SlidePoint[] = Array.from({ length: 64 }, (_unused, index) => {
  const angle = (index / 64) * 2 * Math.PI;
  return [100 + 50 * Math.cos(angle), 100 + 50 * Math.sin(angle)];
});

describe("changes with one click", () => {
  it("rotates by 15 degrees about the centre, clockwise", () => {
    const turned = turnedBy(1)({ shape: LINE, typeName: "line" }, 1)?.shape;
    const [from, to] = turned?.kind === "line" ? turned.path : [];
    const [dx, dy] = [(to?.[0] ?? 0) - (from?.[0] ?? 0), (to?.[1] ?? 0) - (from?.[1] ?? 0)];
    expect((Math.atan2(dy, dx) / Math.PI) * 180).toBeCloseTo(15, 6);
  });

  it("enlarges by a tenth", () => {
    const grown = resizedBy(1)({ shape: LINE, typeName: "line" }, 1);
    expect(grown?.shape).toMatchObject({
      path: [
        [-5, 0],
        [105, 0],
      ].map((place) => place.map((value) => expect.closeTo(value, 6))),
    });
  });

  it("fills holes, and reports if there are none", () => {
    const holed: Shape = { kind: "polygon", rings: [RING, RING.map(([x, y]) => [x / 2 + 50, y / 2 + 50])] };
    expect(withoutHoles({ shape: holed, typeName: "polygon" })?.shape).toEqual({ kind: "polygon", rings: [RING] });
    expect(withoutHoles({ shape: { kind: "polygon", rings: [RING] }, typeName: "polygon" })).toBeNull();
  });

  it("repairs a self-intersecting outline", () => {
    const bow: Shape = {
      kind: "polygon",
      rings: [
        [
          [0, 0],
          [10, 10],
          [10, 0],
          [0, 10],
        ],
      ],
    };
    const fixed = withoutCrossing({ shape: bow, typeName: "freehand" });
    expect(fixed && findSelfCrossing(fixed.shape)).toBeNull();
    expect(fixed?.typeName).toBe("polygon");
  });

  it("simplifies and reports the number of vertices; an ellipse with few vertices becomes a polygon", () => {
    const simple = simplifiedTo(4)({ shape: { kind: "polygon", rings: [RING] }, typeName: "ellipse" });
    expect(simple?.vertexCount).toBeLessThan(20);
    expect(simple?.typeName).toBe("polygon");
    expect(simplifiedTo(4)({ shape: LINE, typeName: "line" })).toBeNull();
  });
});
