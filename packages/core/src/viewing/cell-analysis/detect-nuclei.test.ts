import { describe, expect, it } from "vitest";
import { DEFAULT_CELL_SETTINGS } from "./cell-settings.ts";
import { detectNuclei } from "./detect-nuclei.ts";
import type { PixelRegion } from "./nucleus.ts";

/** Something round: centre and radius in pixels, its colour. */
interface Disk {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour?: readonly [number, number, number];
}

const BLUE = [110, 90, 170] as const;
const BROWN = [110, 60, 30] as const;
const WHITE = [240, 240, 240] as const;

/** Edges are soft over a pixel, as a scanner's. */
function drawDisks(
  widthPx: number,
  heightPx: number,
  disks: readonly Disk[],
  ground: readonly [number, number, number] = WHITE,
  micrometresPerPixel = 0.5,
): PixelRegion {
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1) {
      let colour: readonly number[] = ground;
      for (const disk of disks) {
        const cover = Math.min(1, Math.max(0, disk.radius - Math.hypot(x + 0.5 - disk.x, y + 0.5 - disk.y) + 0.5));
        const own = disk.colour ?? BLUE;
        colour = colour.map((value, axis) => value + (own[axis]! - value) * cover);
      }
      rgba.set([...colour, 255], 4 * (y * widthPx + x));
    }
  return { rgba, widthPx, heightPx, micrometresPerPixel };
}

const HE = DEFAULT_CELL_SETTINGS["hematoxylin-eosin"];
const DAB = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];

describe("a disk", () => {
  for (const [radius, micrometresPerPixel] of [
    [6, 0.5],
    [9, 0.5],
    [14, 0.5],
    [16, 0.25],
  ] as const)
    it(`of ${radius} px at ${micrometresPerPixel} µm per pixel is found where it is, as large as it is`, () => {
      const region = drawDisks(120, 100, [{ x: 61.3, y: 48.8, radius }], WHITE, micrometresPerPixel);
      const [nucleus, ...others] = detectNuclei(region, HE);
      expect(others).toEqual([]);
      expect(Math.abs(nucleus!.centroidPx[0] - 61.3)).toBeLessThan(0.5);
      expect(Math.abs(nucleus!.centroidPx[1] - 48.8)).toBeLessThan(0.5);
      const area = Math.PI * (radius * micrometresPerPixel) ** 2;
      expect(nucleus!.areaSquareMicrometres / area).toBeGreaterThan(0.87);
      expect(nucleus!.areaSquareMicrometres / area).toBeLessThan(1.1);
      expect(nucleus!.circularity).toBeGreaterThan(0.87);
    });
});

it("disks that touch are told apart", () => {
  const disks = [
    { x: 40, y: 50, radius: 10 },
    { x: 60, y: 50, radius: 10 },
    { x: 50, y: 67.3, radius: 10 },
  ];
  expect(detectNuclei(drawDisks(100, 110, disks), HE)).toHaveLength(3);
});

it("brown disks are positive, blue ones negative", () => {
  const region = drawDisks(120, 60, [
    { x: 30, y: 30, radius: 9, colour: BROWN },
    { x: 85, y: 30, radius: 9 },
  ]);
  expect(detectNuclei(region, DAB).map(({ cellClass }) => cellClass)).toEqual(["positive", "negative"]);
});

it("nothing is found where nothing is", () => {
  for (const ground of [WHITE, [0, 0, 0], [255, 255, 255], [200, 120, 170]] as const)
    for (const settings of Object.values(DEFAULT_CELL_SETTINGS))
      expect(detectNuclei(drawDisks(90, 70, [], ground), settings)).toEqual([]);
  expect(detectNuclei({ rgba: new Uint8Array(0), widthPx: 0, heightPx: 0, micrometresPerPixel: 0.5 }, HE)).toEqual([]);
});
