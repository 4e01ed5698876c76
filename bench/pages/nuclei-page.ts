/**
 * Browser part of `nuclei-overlay.ts`: the same motion in this project's viewer, with nuclei on the slide and without.
 */
import type { PackedNuclei } from "../../packages/core/src/viewing/cell-analysis/packed-nuclei.ts";
import { type CellOverlay, createCellOverlay } from "../../packages/viewer/src/cell-analysis/create-cell-overlay.ts";
import { createSlideViewer } from "../../packages/viewer/src/slide-viewer.ts";
import { VIEWER_LABELS } from "./viewer-labels.ts";

const SIDE_PX = 40_960;
const TILE_PX = 256;
const LEVELS = 9;
const CORNERS = 16;
const RADIUS_PX = 14;
/** Spacing of the nuclei, which are in the middle of the slide, as dense as in tissue: 10 µm at 0.25 µm per pixel. */
const PITCH_PX = 40;
const STEPS = 60;
const HOVERS = 11;
/** Time until the view has come to rest, and is painted as such. */
const REST_MS = 600;
/** Frames between a person's moves, each of which is animated. */
const FRAMES_A_MOVE = 5;
/** Zooms at full resolution (8), of the whole slide, and in between. */
const ZOOMS = { far: 1.5, middle: 4.5, near: 7 } as const;

export type Distance = keyof typeof ZOOMS;

export interface OverlayFigures {
  /** Of a frame's scripts and painting calls: median and 95th percentile. */
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly hoverMs: number;
}

/** Evenly distributed except for a shift that depends on the number, every third positive. */
function nuclei(count: number): PackedNuclei {
  const columns = Math.ceil(Math.sqrt(count));
  const from = (SIDE_PX - columns * PITCH_PX) / 2;
  const centroids = new Float32Array(2 * count);
  const corners = new Float32Array(2 * CORNERS * count);
  for (let index = 0; index < count; index += 1) {
    const x = from + ((index % columns) + 0.5) * PITCH_PX + ((index * 7) % 11) - 5;
    const y = from + (Math.floor(index / columns) + 0.5) * PITCH_PX + ((index * 5) % 13) - 6;
    centroids.set([x, y], 2 * index);
    for (let corner = 0; corner < CORNERS; corner += 1) {
      const angle = (corner / CORNERS) * 2 * Math.PI;
      corners.set([x + RADIUS_PX * Math.cos(angle), y + RADIUS_PX * Math.sin(angle)], 2 * (CORNERS * index + corner));
    }
  }
  const values = new Float32Array(count).fill(0.5);
  return {
    count,
    centroids,
    corners,
    areasSquareMicrometres: values,
    circularities: values,
    hematoxylinMeans: values,
    dabMeans: values,
    classes: Uint8Array.from({ length: count }, (_unused, index) => (index % 3 === 0 ? 0 : 1)),
    intensities: new Uint8Array(count),
    starts: Uint32Array.from({ length: count + 1 }, (_unused, index) => CORNERS * index),
    cellStarts: new Uint32Array(count + 1),
    cellCorners: new Float32Array(0),
  };
}

const stage = (): HTMLElement => document.querySelector("#viewer") as HTMLElement;

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** From the start of the frame until after its callbacks: the work done in it, not the wait for it. */
function timeFrame(change: () => void): Promise<number> {
  const began = performance.now();
  change();
  const changedMs = performance.now() - began;
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const start = performance.now();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(changedMs + performance.now() - start);
      port2.postMessage(null);
    });
  });
}

const share = (values: readonly number[], of: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * of))] as number;

const slide = {
  width: SIDE_PX,
  height: SIDE_PX,
  levels: Array.from({ length: LEVELS }, (_unused, index) => {
    const side = SIDE_PX / 2 ** index;
    return { width: side, height: side, tileWidth: TILE_PX, tileHeight: TILE_PX, downsample: 2 ** index };
  }),
  tilesUrl: "/tiles/{z}/{x}/{y}",
  orientationDeg: 0,
  pixelSizeUm: { x: 0.25, y: 0.25 },
  objectivePower: 40,
} as const;

let viewer: ReturnType<typeof createSlideViewer> | null = null;
let overlay: CellOverlay | null = null;

async function open(): Promise<void> {
  viewer = createSlideViewer(stage(), { slide, labels: VIEWER_LABELS, locale: "en", hasOverview: false });
  const opened = viewer;
  await new Promise<void>((resolve) => void opened.on("sharp", resolve));
  overlay = viewer.use(createCellOverlay);
  overlay.setDescription((nucleus) => `Positive · ${nucleus}`);
}

/** @returns time from handing them over until they are painted, ms. */
async function show(count: number): Promise<number> {
  const shown = count > 0 ? { nuclei: nuclei(count), region: null } : null;
  const start = performance.now();
  overlay?.show(shown);
  await nextFrame();
  await nextFrame();
  return performance.now() - start;
}

/** Pans and zooms a little, around the middle of the nuclei. */
async function move(distance: Distance): Promise<OverlayFigures> {
  const zoom = ZOOMS[distance];
  const sway = 400 / 2 ** (zoom - 5);
  const frames: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const turn = (step / STEPS) * 2 * Math.PI;
    const center = [SIDE_PX / 2 + sway * Math.sin(turn), SIDE_PX / 2 + sway * Math.cos(turn)] as const;
    const view = { center, zoom: zoom + 0.2 * Math.sin(2 * turn) };
    const change = (): void => viewer?.setView(view, { isAnimated: true });
    frames.push(await timeFrame(step % FRAMES_A_MOVE === 0 ? change : () => undefined));
  }
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const canvas = stage().querySelector(".ol-viewport") as Element;
  const hovers: number[] = [];
  for (let step = 0; step < HOVERS; step += 1) {
    await nextFrame();
    const at = { clientX: 500 + 9 * step, clientY: 400, bubbles: true, pointerType: "mouse" };
    hovers.push(await timeFrame(() => canvas.dispatchEvent(new PointerEvent("pointermove", at))));
  }
  return { medianMs: share(frames, 0.5), p95Ms: share(frames, 0.95), hoverMs: share(hovers, 0.5) };
}

export const nucleiBench = { open, show, move };
export type NucleiBench = typeof nucleiBench;
Object.assign(globalThis, { nucleiBench });
