/** Test images: round nuclei of known position and size. */
import type { PixelRegion } from "../nucleus.ts";

export type DiskColour = readonly [red: number, green: number, blue: number];

/** Centre and radius in pixels; the origin is the upper left corner of the first pixel. */
export interface Disk {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour?: DiskColour;
}

const BLUE: DiskColour = [110, 90, 170];
export const BROWN: DiskColour = [110, 60, 30];
export const PAPER: DiskColour = [240, 240, 240];

interface Picture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly ground?: DiskColour;
  readonly micrometresPerPixel?: number;
}

/** Edges are blurred over one pixel, as by a scanner. */
export function drawDisks(
  disks: readonly Disk[],
  { widthPx, heightPx, ground = PAPER, micrometresPerPixel = 0.5 }: Picture,
): PixelRegion {
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([...ground, 255], at);
  for (const { x, y, radius, colour = BLUE } of disks)
    for (let py = Math.max(0, Math.floor(y - radius - 1)); py < Math.min(heightPx, y + radius + 1); py += 1)
      for (let px = Math.max(0, Math.floor(x - radius - 1)); px < Math.min(widthPx, x + radius + 1); px += 1) {
        const cover = Math.min(1, Math.max(0, radius - Math.hypot(px + 0.5 - x, py + 0.5 - y) + 0.5));
        const at = 4 * (py * widthPx + px);
        for (let axis = 0; axis < 3; axis += 1)
          rgba[at + axis] = rgba[at + axis]! + (colour[axis]! - rgba[at + axis]!) * cover;
      }
  return { rgba, widthPx, heightPx, micrometresPerPixel };
}

export function cutRegion(region: PixelRegion, x: number, y: number, widthPx: number, heightPx: number): PixelRegion {
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    const from = 4 * ((y + row) * region.widthPx + x);
    rgba.set(region.rgba.subarray(from, from + 4 * widthPx), 4 * row * widthPx);
  }
  return { ...region, rgba, widthPx, heightPx };
}
