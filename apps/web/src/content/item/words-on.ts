/**
 * Whether text on a colour is black or white, whichever is more readable. Source: WCAG 2.2, "relative luminance",
 * "contrast ratio".
 */

/** Luminance at which black and white have the same contrast, 4.58 : 1; at any other, one of them has more. */
const EVEN_LUMINANCE = 0.179;
const LINEAR_UP_TO = 0.04045;
const MOST = 255;

const linear = (share: number): number => (share <= LINEAR_UP_TO ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/** @param colour `#rrggbb`. @returns 0 (black) to 1 (white). */
export function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / MOST),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param colour `#rrggbb`. */
export const wordsOn = (colour: string): "dark" | "light" => (luminanceOf(colour) > EVEN_LUMINANCE ? "dark" : "light");
