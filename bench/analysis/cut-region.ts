/** Crops and scales down images. */
import type { PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import type { PixelRectangle } from "@parfocal/core/cell-analysis/plan-tiles.ts";

export function cut(region: PixelRegion, { xPx, yPx, widthPx, heightPx }: PixelRectangle): PixelRegion {
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const from = 4 * ((yPx + y) * region.widthPx + xPx);
    rgba.set(region.rgba.subarray(from, from + 4 * widthPx), 4 * y * widthPx);
  }
  return { ...region, rgba, widthPx, heightPx };
}

/** Averages 2 x 2 pixels, like a slide's next level. */
export function halved(region: PixelRegion): PixelRegion {
  const [widthPx, heightPx] = [region.widthPx >> 1, region.heightPx >> 1];
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let y = 0, to = 0; y < heightPx; y += 1)
    for (let at = 0; at < 4 * widthPx; at += 1, to += 1) {
      const from = 4 * (2 * y * region.widthPx + 2 * (at >> 2)) + (at & 3);
      const below = from + 4 * region.widthPx;
      const sum = region.rgba[from]! + region.rgba[from + 4]! + region.rgba[below]! + region.rgba[below + 4]!;
      rgba[to] = (sum + 2) >> 2;
    }
  return { rgba, widthPx, heightPx, micrometresPerPixel: 2 * region.micrometresPerPixel };
}
