/** Browser part of `colour.ts`: one scripted pan and zoom, with or without changed colours or stains. */
import { NEUTRAL_COLOUR } from "../../packages/core/src/content/item/colour-adjustment.ts";
import { stainSettingsOf } from "../../packages/core/src/viewing/stain/stain-settings.ts";
import { COLOUR_ATTRIBUTE } from "../../packages/viewer/src/colour/slide-colour.ts";
import { createSlideViewer, type SlideViewer } from "../../packages/viewer/src/slide-viewer.ts";
import { createStainLab, type StainLab } from "../../packages/viewer/src/stain/stain-lab.ts";
import { VIEWER_LABELS } from "./viewer-labels.ts";

const SIDE_PX = 40_960;
const TILE_PX = 256;
const MOTION_MS = 5_000;
/** Interval between a person's moves, each of which is animated. */
const MOVE_EVERY_MS = 140;
/** Number of changes of all stains in view. */
const CHANGES = 10;

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

const ADJUSTED = { brightness: 110, contrast: 130, saturation: 120, hueRotation: 20, invert: 0 };
const HEMATOXYLIN = { ...stainSettingsOf("he"), shown: [true, false, false] } as const;
const EOSIN = { ...stainSettingsOf("he"), shown: [false, true, false] } as const;

/** Display settings of the slide. */
const LOOKS = {
  plain: async () => undefined,
  adjusted: async (viewer: SlideViewer) => {
    viewer.setColour(ADJUSTED);
    await unfiltered();
  },
  stains: (viewer: SlideViewer, lab: StainLab) => {
    lab.show(HEMATOXYLIN);
    return sharp(viewer);
  },
  async both(viewer: SlideViewer, lab: StainLab) {
    lab.show(HEMATOXYLIN);
    await sharp(viewer);
    viewer.setColour(ADJUSTED);
    await unfiltered();
  },
} as const;
export type BenchLook = keyof typeof LOOKS;

const sharp = (viewer: SlideViewer): Promise<void> =>
  new Promise((resolve) => {
    const stop = viewer.on("sharp", () => {
      stop();
      resolve();
    });
  });

const isFiltered = (): boolean => document.querySelector("#viewer")?.hasAttribute(COLOUR_ATTRIBUTE) ?? false;
const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** Resolves when the tiles themselves contain the adjustment. */
async function unfiltered(): Promise<void> {
  while (isFiltered()) await frame();
}

function open(): { viewer: SlideViewer; lab: StainLab } {
  const viewer = createSlideViewer(document.querySelector("#viewer") as HTMLElement, {
    slide,
    labels: VIEWER_LABELS,
    locale: "en",
  });
  return { viewer, lab: viewer.use(createStainLab) };
}

/** Five seconds of zooming and panning. */
async function timeMotion(look: BenchLook): Promise<{ framesPerS: number; slowestMs: number }> {
  const { viewer, lab } = open();
  await sharp(viewer);
  await LOOKS[look](viewer, lab);
  const start = performance.now();
  let [frames, slowestMs, lastMove, last] = [0, 0, Number.NEGATIVE_INFINITY, start];
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
  viewer.destroy();
  return { framesPerS, slowestMs };
}

interface ChangeTimes {
  /** Ms until everything in view shows the first change of an adjustment that the tiles contain. */
  readonly firstColourMs: number;
  /** The same for each further change, while it is being changed. */
  readonly colourMs: number;
  /** Ms from a change until the tiles contain it, including the wait for further changes. */
  readonly bakedMs: number;
  /** Ms until everything in view shows another stain, from cached pixels. */
  readonly stainMs: number;
}

async function timeChange(): Promise<ChangeTimes> {
  const { viewer, lab } = open();
  await sharp(viewer);
  lab.show(HEMATOXYLIN);
  await sharp(viewer);
  const stainStart = performance.now();
  for (let change = 0; change < CHANGES; change += 1) {
    lab.show(change % 2 === 0 ? EOSIN : HEMATOXYLIN);
    await sharp(viewer);
  }
  const stainMs = (performance.now() - stainStart) / CHANGES;
  const bakeStart = performance.now();
  viewer.setColour(ADJUSTED);
  await unfiltered();
  const bakedMs = performance.now() - bakeStart;
  const firstStart = performance.now();
  viewer.setColour({ ...NEUTRAL_COLOUR, contrast: 109 });
  while (!isFiltered()) await frame();
  await frame();
  const firstColourMs = performance.now() - firstStart;
  const colourStart = performance.now();
  for (let change = 0; change < CHANGES; change += 1) {
    viewer.setColour({ ...NEUTRAL_COLOUR, contrast: 110 + change });
    await frame();
  }
  const colourMs = (performance.now() - colourStart) / CHANGES;
  viewer.destroy();
  return { firstColourMs, colourMs, bakedMs, stainMs };
}

export type { ChangeTimes };
export type ColourPage = { readonly timeMotion: typeof timeMotion; readonly timeChange: typeof timeChange };
Object.assign(globalThis, { session: { timeMotion, timeChange } satisfies ColourPage });
