import { describe, expect, it } from "vitest";
import { BodyPacking } from "./body-packing.ts";

const packing = new BodyPacking(
  600,
  400,
  [
    { axis: [100, 100], radius: 60 },
    { axis: [200, 100, 300, 100], radius: 60 },
    { axis: [100, 300], radius: 20 },
  ],
  40,
);

function at(x: number, y: number): { nearest: number; depth: number } {
  packing.locate(x, y);
  return { nearest: packing.nearest, depth: packing.depth };
}

describe("packed bodies", () => {
  it("touch halfway between axes of the same radius", () => {
    expect(at(149, 100).nearest).toBe(0);
    expect(at(151, 100).nearest).toBe(1);
    expect(at(149, 100).depth).toBeLessThan(1);
  });

  it("are deepest at their axis, which may be a line", () => {
    expect(at(290, 100).depth).toBeCloseTo(60);
    expect(at(290, 140).depth).toBeCloseTo(20);
    expect(at(300, 110).nearest).toBe(1);
  });

  it("end at their radius if there is no neighbour", () => {
    expect(at(100, 39).depth).toBeLessThan(0);
    expect(at(100, 45).depth).toBeGreaterThan(0);
  });

  it("are not found far away", () => {
    expect(at(599, 100).nearest).toBe(-1);
  });
});
