// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SlideDescription } from "./slide-description.ts";
import { createSlideViewer } from "./slide-viewer.ts";
import type { ViewerLabels } from "./viewer-labels.ts";

const SLIDE: SlideDescription = {
  ...{ width: 2048, height: 1024, orientationDeg: 0, pixelSizeUm: null, objectivePower: null, planes: null },
  levels: [{ width: 2048, height: 1024, tileWidth: 256, tileHeight: 256, downsample: 1 }],
  tilesUrl: "/tiles/{z}/{x}/{y}",
};
const LABELS = new Proxy({}, { get: (_labels, name) => String(name) }) as ViewerLabels;

/** A page without a layout: each element has this size in CSS px; observers are called manually. */
let size = { width: 800, height: 600 };
let watchers: (() => void)[] = [];
beforeEach(() => {
  size = { width: 800, height: 600 };
  watchers = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // Nothing is drawn.
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(() => size.width);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(() => size.height);
  vi.stubGlobal("getComputedStyle", () => new Proxy({}, { get: () => "0px" }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(listener: () => void) {
        watchers.push(listener);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a fitted slide is fitted again after its element's size has settled", () => {
  const delays: [name: string, input: { resizeDelayMs?: number }, delayMs: number][] = [
    ["500 ms by default", {}, 500],
    ["50 ms, if requested", { resizeDelayMs: 50 }, 50],
  ];
  for (const [name, input, delayMs] of delays)
    it(name, () => {
      const element = document.createElement("div");
      document.body.append(element);
      const loadTile = () => new Promise<never>(() => undefined);
      const viewer = createSlideViewer(element, { slide: SLIDE, labels: LABELS, locale: "en", loadTile, ...input });
      vi.advanceTimersByTime(1000);
      const { zoom } = viewer.getView();
      size = { width: 800, height: 300 };
      for (const listener of watchers) listener();
      vi.advanceTimersByTime(delayMs - 1);
      expect(viewer.getView().zoom).toBe(zoom);
      vi.advanceTimersByTime(1);
      expect(viewer.getView().zoom).toBeLessThan(zoom);
      viewer.destroy();
    });
});
