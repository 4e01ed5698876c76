import { describe, expect, it } from "vitest";
import { storedRegionOf, turnUpright, uprightSize } from "./orientation.ts";

/** Stored:  a b c
 *           d e f  */
const WIDTH = 3;
const HEIGHT = 2;
const STORED = "abcdef";

/** Positions of the stored 0th row and 0th column in the upright image, according to TIFF 6.0. */
const cases: [orientation: number, where: string, upright: string[]][] = [
  [1, "row at the top, column at the left", ["abc", "def"]],
  [2, "row at the top, column at the right", ["cba", "fed"]],
  [3, "row at the bottom, column at the right", ["fed", "cba"]],
  [4, "row at the bottom, column at the left", ["def", "abc"]],
  [5, "row at the left, column at the top", ["ad", "be", "cf"]],
  [6, "row at the right, column at the top", ["da", "eb", "fc"]],
  [7, "row at the right, column at the bottom", ["fc", "eb", "da"]],
  [8, "row at the left, column at the bottom", ["cf", "be", "ad"]],
  [0, "invalid, taken as 1", ["abc", "def"]],
];

const rgbOf = (letters: string) => Uint8Array.from([...letters].flatMap((letter) => [letter.charCodeAt(0), 1, 2]));
const lettersOf = (rgb: Uint8Array) =>
  [...rgb]
    .filter((_, index) => index % 3 === 0)
    .map((code) => String.fromCharCode(code))
    .join("");

describe("rotating upright", () => {
  for (const [orientation, where, upright] of cases) {
    it(`orientation ${orientation}: ${where}`, () => {
      const picture = { width: WIDTH, height: HEIGHT, orientation };
      const size = uprightSize(picture);
      expect([size.width, size.height]).toEqual([upright[0]!.length, upright.length]);
      const rows = upright.map((_, top) => {
        const region = storedRegionOf(picture, top, 1);
        const letters = Array.from({ length: region.height }, (_, row) => {
          const start = (region.top + row) * WIDTH + region.left;
          return STORED.slice(start, start + region.width);
        });
        return lettersOf(turnUpright(picture, region, rgbOf(letters.join(""))));
      });
      expect(rows).toEqual(upright);
      const whole = storedRegionOf(picture, 0, size.height);
      expect(whole).toEqual({ left: 0, top: 0, width: WIDTH, height: HEIGHT });
      expect(lettersOf(turnUpright(picture, whole, rgbOf(STORED)))).toBe(upright.join(""));
    });
  }
});
