import type OpenLayersMap from "ol/Map.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SlideDescription } from "../slide-description.ts";
import { createMapView, ownReach } from "../slide-map.ts";
import { SlideView } from "./slide-view.ts";

beforeEach(() => {
  // No animation: each move is immediate.
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => vi.unstubAllGlobals());

/** A map without a page. */
function openView(orientationDeg: number) {
  const slide = { width: 2048, height: 1024, orientationDeg } as SlideDescription;
  const start = { center: [1024, 512] as const, resolution: 2, rotationDeg: 0 };
  const mapView = createMapView(slide, ownReach(slide), start);
  const map = { getView: () => mapView, getSize: () => [800, 600] } as unknown as OpenLayersMap;
  const view = new SlideView(map, slide);
  view.start({});
  return view;
}

describe("the rotation", () => {
  for (const orientationDeg of [0, 90, 180, 270]) {
    it(`moves by 45 degrees right and left, on top of an orientation of ${orientationDeg}`, () => {
      const view = openView(orientationDeg);
      const seen = () => [view.state().rotationDeg, Math.round(view.turnDeg() + 360) % 360];
      expect(seen()).toEqual([0, orientationDeg]);
      view.rotateBy(1);
      expect(seen()).toEqual([45, (orientationDeg + 45) % 360]);
      view.rotateBy(-2);
      expect(seen()).toEqual([315, (orientationDeg + 315) % 360]);
    });
  }
});

describe("showing a box", () => {
  const box = { minX: 500, minY: 500, maxX: 600, maxY: 550 };
  const cases: [what: string, zoom: number | null, seenZoom: number][] = [
    ["at full resolution at most", null, 3],
    ["at the requested zoom", 1.5, 1.5],
    ["at the requested zoom, beyond full resolution", 3.5, 3.5],
  ];
  for (const [what, zoom, seenZoom] of cases) {
    it(what, () => {
      const view = openView(0);
      view.showBounds(box, false, zoom);
      expect(view.state().zoom).toBeCloseTo(seenZoom, 6);
      expect(view.state().center).toEqual([550, 525]);
    });
  }

  it("zooms out further than requested if the box would not fit", () => {
    const view = openView(0);
    view.showBounds({ minX: 0, minY: 0, maxX: 1600, maxY: 100 }, false, 3);
    expect(view.resolution()).toBeGreaterThan(2);
    expect(view.resolution()).toBeLessThan(2.2);
  });

  const centers: [what: string, rotationDeg: number, center: [number, number]][] = [
    ["next to the panel that covers the left of the view", 0, [550 - 150, 525]],
    ["next to it on a rotated slide, too", 90, [550, 525 + 150]],
  ];
  for (const [what, rotationDeg, [x, y]] of centers) {
    it(what, () => {
      const view = openView(rotationDeg);
      view.showBounds(box, false, 3, 300);
      expect(view.resolution()).toBe(1);
      expect(view.state().center[0]).toBeCloseTo(x, 6);
      expect(view.state().center[1]).toBeCloseTo(y, 6);
      view.showPoint([550, 525], false, null, 300);
      expect(view.state().center[0]).toBeCloseTo(x, 6);
      expect(view.resolution()).toBe(1);
    });
  }
});
