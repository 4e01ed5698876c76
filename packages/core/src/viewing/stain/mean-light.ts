/** Mean light of a small area: that of its mean optical density, as stains are measured. */
import type { Rgb } from "../colour/apply-colour.ts";

/**
 * @param rgba red, green, blue and alpha of each pixel; transparent pixels are ignored. @returns null: no opaque pixel.
 */
export function meanLight(rgba: ArrayLike<number>): Rgb | null {
  const sums = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] === 0) continue;
    count += 1;
    for (let axis = 0; axis < 3; axis += 1)
      sums[axis] = (sums[axis] as number) + Math.log10(Math.max(1, rgba[at + axis] as number));
  }
  if (count === 0) return null;
  const light = (axis: number): number => 10 ** ((sums[axis] as number) / count);
  return [light(0), light(1), light(2)];
}
