import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { measuredShape } from "@parfocal/core/measuring/measured-shape.ts";
import { describe, expect, it } from "vitest";
import { measuredLines } from "./measured-text.ts";

const path = (length: number): Shape => ({
  kind: "line",
  path: [
    [0, 0],
    [length, 0],
  ],
});
const square = (side: number): Shape => ({
  kind: "polygon",
  rings: [
    [
      [0, 0],
      [side, 0],
      [side, side],
      [0, side],
    ],
  ],
});

/** One slide pixel is 1 µm here. */
const PIXEL = { x: 1, y: 1 };

describe("the text of a measurement", () => {
  const cases: [shape: Shape, locale: string, word: string, expected: readonly string[]][] = [
    [path(123.456), "en", "Perimeter", ["123.5\u202fµm"]],
    [path(123.456), "de", "Umfang", ["123,5\u202fµm"]],
    [path(999.9), "en", "Perimeter", ["999.9\u202fµm"]],
    [path(1000), "en", "Perimeter", ["1\u202fmm"]],
    [path(1234.5), "de", "Umfang", ["1,235\u202fmm"]],
    [square(50), "en", "Perimeter", ["2,500\u202fµm²", "Perimeter 200\u202fµm"]],
    [square(50), "de", "Umfang", ["2.500\u202fµm²", "Umfang 200\u202fµm"]],
    [square(1000), "en", "Perimeter", ["1\u202fmm²", "Perimeter 4\u202fmm"]],
    [square(999), "de", "Umfang", ["998.001\u202fµm²", "Umfang 3,996\u202fmm"]],
  ];
  for (const [shape, locale, word, expected] of cases) {
    it(`${locale}: ${expected.join(", ")}`, () => {
      const measured = measuredShape(shape, PIXEL);
      expect(measured && measuredLines(measured, word, locale)).toEqual(expected);
    });
  }
});
