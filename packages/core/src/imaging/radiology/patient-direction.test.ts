import { describe, expect, it } from "vitest";
import { directionLetters, oppositeOf, type PatientVector } from "./patient-direction.ts";

describe("a direction in the body", () => {
  const cases: [vector: PatientVector, letters: string][] = [
    [[1, 0, 0], "L"],
    [[-3, 0, 0], "R"],
    [[0, 1, 0], "P"],
    [[0, -1, 0], "A"],
    [[0, 0, 1], "H"],
    [[0, 0, -1], "F"],
    [[0.99, 0.1, 0], "L"],
    [[1, 1.2, 0], "PL"],
    [[0.5, -0.5, 0.8], "HLA"],
    [[0, 0, 0], ""],
  ];
  for (const [vector, letters] of cases) {
    it(`${vector.join(", ")} is ${letters || "none"}`, () => expect(directionLetters(vector)).toBe(letters));
  }

  it("has its opposite", () => expect(directionLetters(oppositeOf([1, 0, 0]))).toBe("R"));
});
