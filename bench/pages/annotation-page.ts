/**
 * Browser part of `annotations.ts`: the same polygons and motion, in this project's viewer and in OpenSeadragon with
 * Annotorious.
 */
import "@annotorious/openseadragon/annotorious-openseadragon.css";
import { createOSDAnnotator, type ImageAnnotation } from "@annotorious/openseadragon";
import OpenSeadragon from "openseadragon";
import { boundsOf } from "../../packages/core/src/geometry/shape.ts";
import type { SlidePoint } from "../../packages/core/src/geometry/slide-point.ts";
import { createSlideViewer } from "../../packages/viewer/src/slide-viewer.ts";
import { VIEWER_LABELS } from "./viewer-labels.ts";

const SIDE_PX = 40_960;
const TILE_PX = 256;
const LEVELS = 9;
const POLYGON_CORNERS = 24;
const MOTION_MS = 5_000;
/** Interval between a person's moves, each of which is animated. */
const MOVE_EVERY_MS = 140;

export interface AnnotationFigures {
  readonly firstPaintMs: number;
  /** Time for handing the annotations over, during which the page does not respond. */
  readonly showMs: number;
  readonly framesPerS: number;
  readonly slowestMs: number;
  readonly hoverMs: number;
  readonly heapBytes: number;
}

/** Evenly distributed polygons; slide pixels. */
function rings(count: number): SlidePoint[][] {
  const columns = Math.ceil(Math.sqrt(count));
  const pitch = SIDE_PX / columns;
  return Array.from({ length: count }, (_unused, index) => {
    const [x, y] = [((index % columns) + 0.5) * pitch, (Math.floor(index / columns) + 0.5) * pitch];
    return Array.from({ length: POLYGON_CORNERS }, (_corner, corner): SlidePoint => {
      const angle = (corner / POLYGON_CORNERS) * 2 * Math.PI;
      const radius = pitch * (0.3 + 0.08 * Math.sin(corner * 3));
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
  });
}

const twoFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

interface Moved {
  /** Puts all polygons on the slide. */
  readonly show: () => void;
  /** @param share elapsed share of the motion, 0 to 1. */
  readonly move: (share: number) => void;
  /** Receives pointer events. */
  readonly canvas: Element;
}

const heapBytes = (): number => {
  (globalThis as { gc?: () => void }).gc?.();
  return (performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? Number.NaN;
};

/** Number of timed hovers; the median counts. */
const HOVERS = 25;

/**
 * Cost of a pointer move: its handling, and the frame that shows the result. Excludes the wait for that frame, up to
 * 16.7 ms, which browsers avoid: they deliver moves just before a frame.
 */
async function timeHover(canvas: Element, step: number): Promise<number> {
  await twoFrames();
  const at = { clientX: 500 + 9 * step, clientY: 400, bubbles: true, pointerType: "mouse" };
  const began = performance.now();
  canvas.dispatchEvent(new PointerEvent("pointermove", at));
  const handledMs = performance.now() - began;
  return new Promise((resolve) => {
    requestAnimationFrame((frameStart) => {
      // Runs after the frame's other callbacks.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(handledMs + performance.now() - frameStart);
      port2.postMessage(null);
    });
  });
}

async function timeMoved(open: (rings: readonly SlidePoint[][]) => Promise<Moved>, count: number) {
  const heapBefore = heapBytes();
  const { show, move, canvas } = await open(rings(count));
  const paintStart = performance.now();
  show();
  const showMs = performance.now() - paintStart;
  await twoFrames();
  const firstPaintMs = performance.now() - paintStart;
  const start = performance.now();
  let [frames, slowestMs, last, lastMove] = [0, 0, start, Number.NEGATIVE_INFINITY];
  for (let now = start; now - start < MOTION_MS; now = performance.now()) {
    slowestMs = Math.max(slowestMs, now - last);
    last = now;
    frames += 1;
    if (now - lastMove >= MOVE_EVERY_MS) {
      lastMove = now;
      move((now - start) / MOTION_MS);
    }
    await new Promise(requestAnimationFrame);
  }
  const framesPerS = frames / ((performance.now() - start) / 1000);
  const answers: number[] = [];
  for (let step = 0; step < HOVERS; step += 1) answers.push(await timeHover(canvas, step));
  const hoverMs = answers.toSorted((one, other) => one - other)[HOVERS >> 1] as number;
  return { firstPaintMs, showMs, framesPerS, slowestMs, hoverMs, heapBytes: heapBytes() - heapBefore };
}

const stage = (): HTMLElement => document.querySelector("#viewer") as HTMLElement;
/** Centre of the motion, slide pixels. */
const centerAt = (share: number): SlidePoint => [
  SIDE_PX * (0.3 + 0.4 * share),
  SIDE_PX * (0.5 + 0.2 * Math.sin(share * 6)),
];
/** Zoom as in core: 8 is full resolution on this slide. */
const zoomAt = (share: number): number => 2 + 5 * Math.sin(share * Math.PI);

function parfocal(count: number): Promise<AnnotationFigures> {
  return timeMoved(async (polygons) => {
    const slide = {
      width: SIDE_PX,
      height: SIDE_PX,
      levels: Array.from({ length: LEVELS }, (_unused, index) => {
        const side = SIDE_PX / 2 ** index;
        return { width: side, height: side, tileWidth: TILE_PX, tileHeight: TILE_PX, downsample: 2 ** index };
      }),
      tilesUrl: "/tiles/{z}/{x}/{y}",
      orientationDeg: 0,
      pixelSizeUm: null,
      objectivePower: null,
    } as const;
    const viewer = createSlideViewer(stage(), { slide, labels: VIEWER_LABELS, locale: "en", hasOverview: false });
    await new Promise<void>((resolve) => void viewer.on("sharp", resolve));
    return {
      show: () =>
        void viewer.annotations.show(
          polygons.map((ring, index) => ({
            id: index + 1,
            shape: { kind: "polygon", rings: [ring] },
            typeName: "polygon",
            kind: "expert",
            title: "",
            order: null,
          })),
        ),
      move: (share) => viewer.setView({ center: centerAt(share), zoom: zoomAt(share) }, { isAnimated: true }),
      canvas: stage().querySelector(".ol-viewport") as Element,
    };
  }, count);
}

function annotorious(count: number): Promise<AnnotationFigures> {
  return timeMoved(async (polygons) => {
    const viewer = OpenSeadragon({
      element: stage(),
      showNavigationControl: false,
      drawer: "canvas",
      tileSources: {
        width: SIDE_PX,
        height: SIDE_PX,
        tileSize: TILE_PX,
        minLevel: 0,
        maxLevel: LEVELS - 1,
        getTileUrl: (level: number, x: number, y: number) => `/tiles/${level}/${x}/${y}`,
      } as unknown as OpenSeadragon.TileSourceOptions,
    });
    await new Promise((resolve) => viewer.addOnceHandler("open", resolve));
    const annotator = createOSDAnnotator(viewer);
    const widest = stage().clientWidth;
    return {
      show: () =>
        annotator.setAnnotations(
          polygons.map((ring, index) => {
            const id = String(index + 1);
            const bounds = boundsOf({ kind: "polygon", rings: [ring] });
            const selector = { type: "POLYGON", geometry: { points: ring, bounds } };
            return { id, bodies: [], target: { annotation: id, selector } } as unknown as ImageAnnotation;
          }),
        ),
      move(share) {
        const [x, y] = centerAt(share);
        viewer.viewport.panTo(new OpenSeadragon.Point(x / SIDE_PX, y / SIDE_PX));
        // Image width over window width at this resolution: OpenSeadragon's zoom.
        viewer.viewport.zoomTo(SIDE_PX / 2 ** (LEVELS - 1 - zoomAt(share)) / widest);
      },
      canvas: viewer.canvas,
    };
  }, count);
}

export type AnnotationBench = {
  readonly [Viewer in "parfocal" | "annotorious"]: (count: number) => Promise<AnnotationFigures>;
};
Object.assign(globalThis, { annotationBench: { parfocal, annotorious } satisfies AnnotationBench });
