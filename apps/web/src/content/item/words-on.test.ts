import { describe, expect, it } from "vitest";
import { luminanceOf, wordsOn } from "./words-on.ts";

/** Contrast of text by WCAG 2.2, 1.4.3. */
const LEAST = 4.5;

const rows: [colour: string, words: "dark" | "light"][] = [
  ["#ffffff", "dark"],
  ["#ece9fb", "dark"],
  ["#b08fa0", "dark"],
  ["#888888", "dark"],
  ["#757575", "light"],
  ["#ff0000", "dark"],
  ["#0000ff", "light"],
  ["#12343b", "light"],
  ["#000000", "light"],
];
for (const [colour, words] of rows) it(`words on ${colour} are ${words}`, () => expect(wordsOn(colour)).toBe(words));

describe("text is legible on each grey and on each pure colour", () => {
  const shades = Array.from({ length: 52 }, (_unused, step) => (step * 5).toString(16).padStart(2, "0"));
  const colours = shades.flatMap((shade) => [`#${shade.repeat(3)}`, `#${shade}0000`, `#00${shade}00`, `#0000${shade}`]);
  it(`${colours.length} colours`, () => {
    for (const colour of colours) {
      const [ground, ink] = [luminanceOf(colour), wordsOn(colour) === "dark" ? 0 : 1];
      const contrast = (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
      expect([colour, contrast >= LEAST]).toEqual([colour, true]);
    }
  });
});
