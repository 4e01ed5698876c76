import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { describe, expect, it } from "vitest";
import type { ScreenPoint } from "../world/slide-to-screen.ts";
import { densityOpacity, isNumberedInCrowd, withRoom } from "./crowd-painting.ts";
import { storeShapes } from "./shape-store.ts";

describe("labels in a crowd", () => {
  const at = (index: number, place: ScreenPoint) => ({
    member: {
      index,
      annotation: {
        id: index,
        shape: { kind: "point", point: [0, 0] },
        typeName: "point",
        kind: "expert",
        title: "",
        order: index,
      },
    } as const,
    place,
  });
  it("keep the last of those that overlap, and all that do not", () => {
    const places = [at(1, [5, 5]), at(2, [8, 6]), at(3, [60, 5]), at(4, [5, 60]), at(5, [-5, 5])];
    expect(withRoom(places).map(({ member }) => member.index)).toEqual([2, 3, 4, 5]);
  });
});

describe("a number in a crowd", () => {
  const shapes: Shape[] = [
    {
      kind: "line",
      path: [
        [0, 0],
        [100, 20],
      ],
    },
    { kind: "point", point: [5, 5] },
  ];
  const store = storeShapes(shapes);
  const member = (index: number, order: number | null = 1) => ({
    index,
    annotation: { id: 1, shape: shapes[index] as Shape, typeName: "line", kind: "expert", title: "", order } as const,
  });
  it("is shown at a shape that is large enough not to be covered by it", () => {
    expect(isNumberedInCrowd(member(0), store, 0.6)).toBe(true);
    expect(isNumberedInCrowd(member(0), store, 0.59)).toBe(false);
  });
  it("is shown at each point, and not without a number", () => {
    expect(isNumberedInCrowd(member(1), store, 0.01)).toBe(true);
    expect(isNumberedInCrowd(member(0, null), store, 1)).toBe(false);
  });
});

describe("the opacity of a density square", () => {
  it("grows with the number of shapes, from visible to translucent", () => {
    const opacities = [1, 2, 10, 100, 1000].map((shapes) => densityOpacity(shapes, 1000));
    expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
    expect(new Set(opacities).size).toBe(5);
    expect(opacities[0]).toBe(76);
    expect(opacities[4]).toBe(225);
  });
  it("is at its maximum if each square has one shape", () => expect(densityOpacity(1, 1)).toBe(225));
});
