import { describe, expect, it } from "vitest";
import { TEXTURE_SIDE } from "./noise.ts";
import { sharedTextures } from "./textures.ts";

/** Root mean square of the difference between neighbouring columns. */
function stepBetween(texture: Float32Array, left: number, right: number): number {
  let sum = 0;
  for (let y = 0; y < TEXTURE_SIDE; y++)
    sum += (texture[y * TEXTURE_SIDE + left]! - texture[y * TEXTURE_SIDE + right]!) ** 2;
  return Math.sqrt(sum / TEXTURE_SIDE);
}

describe.each(Object.entries(sharedTextures()))("the texture %s", (_name, texture) => {
  it("has mean 0 and standard deviation 1", () => {
    const mean = texture.reduce((sum, value) => sum + value, 0) / texture.length;
    const square = texture.reduce((sum, value) => sum + value * value, 0) / texture.length;
    expect(mean).toBeCloseTo(0, 3);
    expect(square).toBeCloseTo(1, 3);
  });

  it("continues over its border as it does inside", () => {
    const inside = stepBetween(texture, 255, 256);
    expect(stepBetween(texture, TEXTURE_SIDE - 1, 0)).toBeLessThan(inside * 1.5);
  });
});
