/** Browser part of `viewer-speed.ts`: opens a viewer on the tiles of its server and times what becomes visible. */
import type { SlidePoint } from "../../packages/core/src/geometry/slide-point.ts";
import type { ShownAnnotation } from "../../packages/viewer/src/annotation/annotation-layer.ts";
import { createSlideViewer } from "../../packages/viewer/src/slide-viewer.ts";
import { VIEWER_LABELS } from "./viewer-labels.ts";

const SIDE_PX = 40_960;
const TILE_PX = 256;
const MOTION_MS = 5_000;
const POLYGON_CORNERS = 24;
/** Interval between a person's moves, each of which is animated. */
const MOVE_EVERY_MS = 140;
/** Zoom 8 is full resolution on this slide. */
const FULL_ZOOM = 8;

const slide = {
  width: SIDE_PX,
  height: SIDE_PX,
  levels: Array.from({ length: 9 }, (_unused, index) => {
    const side = SIDE_PX / 2 ** index;
    return { width: side, height: side, tileWidth: TILE_PX, tileHeight: TILE_PX, downsample: 2 ** index };
  }),
  tilesUrl: "/tiles/{z}/{x}/{y}",
  orientationDeg: 0,
  pixelSizeUm: { x: 0.25, y: 0.25 },
  objectivePower: 40,
} as const;

function polygons(count: number): ShownAnnotation[] {
  const columns = Math.ceil(Math.sqrt(count));
  const pitch = SIDE_PX / columns;
  return Array.from({ length: count }, (_unused, index): ShownAnnotation => {
    const [x, y] = [((index % columns) + 0.5) * pitch, (Math.floor(index / columns) + 0.5) * pitch];
    const ring = Array.from({ length: POLYGON_CORNERS }, (_corner, corner): SlidePoint => {
      const angle = (corner / POLYGON_CORNERS) * 2 * Math.PI;
      const radius = pitch * (0.3 + 0.08 * Math.sin(corner * 3));
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return {
      id: index + 1,
      shape: { kind: "polygon", rings: [ring] },
      typeName: "polygon",
      kind: "expert",
      title: "",
      order: null,
    };
  });
}

/** @returns ms from the call to a completely sharp view, for opening and for a jump to a distant position. */
async function timeViews(): Promise<{ openMs: number; jumpMs: number }> {
  const start = performance.now();
  const viewer = createSlideViewer(document.querySelector("#viewer") as HTMLElement, {
    slide,
    labels: VIEWER_LABELS,
    locale: "en",
  });
  const sharp = (): Promise<number> =>
    new Promise((resolve) => {
      const stop = viewer.on("sharp", () => {
        stop();
        resolve(performance.now());
      });
    });
  const openMs = (await sharp()) - start;
  const jumpStart = performance.now();
  viewer.setView({ center: [SIDE_PX * 0.8, SIDE_PX * 0.7], zoom: FULL_ZOOM });
  const jumpMs = (await sharp()) - jumpStart;
  viewer.destroy();
  return { openMs, jumpMs };
}

/** Five seconds of zooming and panning. */
async function timeMotion(
  annotationCount: number,
): Promise<{ framesPerS: number; slowestMs: number; firstPaintMs: number; hoverMs: number }> {
  const viewer = createSlideViewer(document.querySelector("#viewer") as HTMLElement, {
    slide,
    labels: VIEWER_LABELS,
    locale: "en",
  });
  await new Promise<void>((resolve) => void viewer.on("sharp", () => resolve()));
  const annotations = polygons(annotationCount);
  const paintStart = performance.now();
  viewer.annotations.show(annotations);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const firstPaintMs = performance.now() - paintStart;
  const start = performance.now();
  let frames = 0;
  let slowestMs = 0;
  let lastMove = Number.NEGATIVE_INFINITY;
  let last = start;
  await new Promise<void>((resolve) => {
    const step = (): void => {
      const now = performance.now();
      slowestMs = Math.max(slowestMs, now - last);
      last = now;
      frames += 1;
      const share = (now - start) / MOTION_MS;
      if (share >= 1) {
        resolve();
        return;
      }
      if (now - lastMove >= MOVE_EVERY_MS) {
        lastMove = now;
        const center = [SIDE_PX * (0.3 + 0.4 * share), SIDE_PX * (0.5 + 0.2 * Math.sin(share * 6))] as const;
        viewer.setView({ center, zoom: 2 + 5 * Math.sin(share * Math.PI) }, { isAnimated: true });
      }
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  const framesPerS = frames / ((performance.now() - start) / 1000);
  const map = document.querySelector("#viewer .slide-viewer-map .ol-viewport") as HTMLElement;
  const hoverStart = performance.now();
  const hovered = new Promise<void>((resolve) => {
    const stop = viewer.on("pointer", () => {
      stop();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    });
  });
  map.dispatchEvent(
    new PointerEvent("pointermove", { clientX: 500, clientY: 400, bubbles: true, pointerType: "mouse" }),
  );
  await hovered;
  const hoverMs = performance.now() - hoverStart;
  viewer.destroy();
  return { framesPerS, slowestMs, firstPaintMs, hoverMs };
}

export type BenchPage = { readonly timeViews: typeof timeViews; readonly timeMotion: typeof timeMotion };
Object.assign(globalThis, { session: { timeViews, timeMotion } satisfies BenchPage });
