import { describe, expect, it } from "vitest";
import { invert, normalised, stainMatrixOf } from "./stain-matrix.ts";
import { STAIN_SET_NAMES, type StainVector, stainSet } from "./stain-sets.ts";

/** Hematoxylin, eosin, DAB with two digits as printed in the paper. */
const PAPER: readonly StainVector[] = [
  [0.65, 0.7, 0.29],
  [0.07, 0.99, 0.11],
  [0.27, 0.57, 0.78],
];
/** numpy.linalg.inv of the rows above, normalised. The paper prints it as 1.88 -1.02 -0.55, -0.07 1.13 -0.13, -0.60 -0.48 1.57. */
const INVERSE = [
  [1.874787, -1.006216, -0.557837],
  [-0.065796, 1.133084, -0.135941],
  [-0.600883, -0.479717, 1.578459],
];

describe("the matrix of three stains", () => {
  it("is inverted as in the paper", () => {
    const matrix = stainMatrixOf(PAPER);
    const inverse = matrix && invert(matrix);
    for (const [row, expected] of INVERSE.entries())
      for (const [column, value] of expected.entries()) expect(inverse?.[row]?.[column]).toBeCloseTo(value, 5);
  });

  it("has rows of length 1", () => {
    for (const row of stainMatrixOf(PAPER) ?? []) expect(Math.hypot(...row)).toBeCloseTo(1, 12);
  });
});

describe("two stains", () => {
  it("get a third that is orthogonal to both", () => {
    const [first = [1, 1, 1], second = [1, 1, 1], third = [1, 1, 1]] = stainMatrixOf(PAPER.slice(0, 2)) ?? [];
    const dot = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
    expect([dot(first, third), dot(second, third)].map((value) => Math.abs(value) < 1e-12)).toEqual([true, true]);
    expect(Math.hypot(...third)).toBeCloseTo(1, 12);
  });

  it("that are too similar cannot be separated", () => {
    expect(
      stainMatrixOf([
        [0.65, 0.7, 0.29],
        [0.6501, 0.7, 0.29],
      ]),
    ).toBeNull();
  });
});

it("three stains in one plane cannot be separated", () => {
  const [first = [1, 0, 0], second = [0, 1, 0]] = PAPER.map(normalised);
  const between: StainVector = [first[0] + second[0], first[1] + second[1], first[2] + second[2]];
  expect(stainMatrixOf([first, second, between])).toBeNull();
});

for (const name of STAIN_SET_NAMES) {
  it(`${name}: has a name for each vector, and its stains can be separated`, () => {
    const { names, vectors } = stainSet(name);
    expect(names).toHaveLength(vectors.length);
    expect(stainMatrixOf(vectors)).not.toBeNull();
  });
}
