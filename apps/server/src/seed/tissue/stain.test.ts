import { describe, expect, it } from "vitest";
import { developer, STAINS } from "./stain.ts";
import { MARGIN_PX, SPAN_PX, TILE_PX, Tile } from "./tile.ts";

/** The mean colour of a tile with these densities everywhere. */
function colourOf(densities: readonly [number, number, number]): number[] {
  const tile = new Tile();
  tile.moveTo(0, 0);
  tile.first.fill(densities[0]);
  tile.second.fill(densities[1]);
  tile.third.fill(densities[2]);
  const band = new Uint8Array(TILE_PX * TILE_PX * 3);
  developer(1, [STAINS.hematoxylinAlone, STAINS.eosin, STAINS.dab], [240, 240, 240]).develop(
    tile,
    0,
    TILE_PX,
    TILE_PX,
    band,
    0,
    TILE_PX,
  );
  return [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let i = channel; i < band.length; i += 3) sum += band[i]!;
    return (sum * 3) / band.length;
  });
}

describe("stain on glass", () => {
  it("has the colour of the glass if there is no stain", () => {
    for (const level of colourOf([0, 0, 0])) expect(Math.abs(level - 240)).toBeLessThan(3);
  });

  it("absorbs by the Beer-Lambert law: one unit of DAB leaves 10^-0.268 of the red", () => {
    const [red, green, blue] = colourOf([0, 0, 1]) as [number, number, number];
    expect(Math.abs(red - 240 * 10 ** -0.268)).toBeLessThan(2.5);
    expect(Math.abs(green - 240 * 10 ** -0.57)).toBeLessThan(2.5);
    expect(Math.abs(blue - 240 * 10 ** -0.776)).toBeLessThan(2.5);
  });

  it("multiplies the transmittance of overlapping stains", () => {
    const [red] = colourOf([0.5, 0, 0.5]) as [number];
    expect(Math.abs(red - 240 * 10 ** -(0.5 * 0.65 + 0.5 * 0.268))).toBeLessThan(2.5);
  });

  it("is black, not bright, if there is more stain than the tables cover", () => {
    for (const level of colourOf([40, 40, 40])) expect(level).toBeLessThan(2);
  });
});

describe("a tile", () => {
  it("keeps its mean when it is smoothed", () => {
    const tile = new Tile();
    tile.moveTo(0, 0);
    const middle = (MARGIN_PX + 60) * SPAN_PX + MARGIN_PX + 60;
    tile.first[middle] = 16;
    tile.soften();
    expect(tile.first[middle]).toBe(4);
    expect(tile.first[middle + 1]).toBe(2);
    expect(tile.first[middle + SPAN_PX + 1]).toBe(1);
  });
});
