import { expect, it } from "vitest";
import type { SlideDescription } from "./slide-description.ts";
import { createMapView, maximumResolution, ownReach } from "./slide-map.ts";

const slideOf = (width: number, height: number) => ({ width, height, orientationDeg: 0 }) as SlideDescription;
const START = { center: [0, 0] as const, resolution: 1, rotationDeg: 0 };

const sizes: [width: number, height: number][] = [
  [40_960, 30_000],
  [2220, 2967],
  [150, 90],
];
for (const [width, height] of sizes) {
  it(`a slide of ${width} x ${height} px can be zoomed in to 0.45 slide pixels per screen pixel`, () => {
    const slide = slideOf(width, height);
    const view = createMapView(slide, ownReach(slide), START);
    expect(view.getMinResolution()).toBeCloseTo(0.45, 12);
    view.setResolution(0.01);
    expect(view.getResolution()).toBeCloseTo(0.45, 6);
  });

  it(`a slide of ${width} x ${height} px can be zoomed out until it fits into 96 px`, () => {
    const resolution = maximumResolution(slideOf(width, height));
    expect(Math.max(width, height) / resolution).toBeLessThanOrEqual(96);
    expect(Math.log2(resolution / 0.45) % 1).toBeCloseTo(0, 9);
  });
}
