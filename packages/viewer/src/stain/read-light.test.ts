import { describe, expect, it } from "vitest";
import type { SlideDescription } from "../slide-description.ts";
import { pickedArea } from "./read-light.ts";

const level = (width: number, height: number, downsample: number) => ({
  width,
  height,
  tileWidth: 256,
  tileHeight: 256,
  downsample,
});
const slide: SlideDescription = {
  width: 1000,
  height: 600,
  levels: [level(1000, 600, 1), level(500, 300, 2), level(250, 150, 4)],
  tilesUrl: "/t/{z}/{x}/{y}",
  orientationDeg: 0,
  pixelSizeUm: null,
  objectivePower: null,
};

describe("the averaged square", () => {
  const cases: [name: string, point: [number, number], resolution: number, expected: object][] = [
    ["surrounds the point", [300, 100], 1, { index: 0, x: 1, y: 0, left: 41, top: 97, width: 7, height: 7 }],
    ["is of the visible level", [300, 100], 2, { index: 1, x: 0, y: 0, left: 147, top: 47, width: 7, height: 7 }],
    ["is shifted into the tile to its left", [256, 256], 1, { index: 0, x: 1, y: 1, left: 0, top: 0 }],
    ["is shifted into the tile to its right", [255, 255], 1, { index: 0, x: 0, y: 0, left: 249, top: 249 }],
    ["is shifted into the slide at its end", [999.9, 599.9], 1, { index: 0, x: 3, y: 2, left: 225, top: 81 }],
    ["is at the edge for a point outside the slide", [-40, 4000], 4, { index: 2, x: 0, y: 0, left: 0, top: 143 }],
  ];
  for (const [name, point, resolution, expected] of cases)
    it(name, () => {
      const { place, ...square } = pickedArea(slide, point, resolution);
      expect({ index: place.index, x: place.x, y: place.y, ...square }).toMatchObject(expected);
    });

  it("is limited to the size of a smaller slide", () => {
    const tiny = { ...slide, width: 5, height: 3, levels: [level(5, 3, 1)] };
    const { left, top, width, height } = pickedArea(tiny, [4, 1], 1);
    expect({ left, top, width, height }).toEqual({ left: 0, top: 0, width: 5, height: 3 });
  });
});
