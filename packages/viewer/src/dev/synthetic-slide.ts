/** A synthetic slide: tissue-like tiles drawn in the browser, for trying the viewer without a server. */
import type { SlideDescription, SlideLevel, SlidePlanes } from "../slide-description.ts";
import { type LoadTile, tileCutOf } from "../tiles/load-tile.ts";

export interface SyntheticSlideOptions {
  readonly width: number;
  readonly height: number;
  readonly downsamples: readonly number[];
  readonly tileSize: number;
  readonly orientationDeg?: 0 | 90 | 180 | 270;
  readonly pixelSizeUm?: { readonly x: number; readonly y: number } | null;
  readonly objectivePower?: number | null;
  readonly tileOverlapPx?: number;
  /** Channels are the complements of red, green and blue, in 12 bits. */
  readonly planes?: SlidePlanes;
}

export const SYNTHETIC_PLANES: SlidePlanes = {
  channels: [
    { name: "DAPI", colour: "#4f7bff", window: { min: 900, max: 3300 } },
    { name: "Actin", colour: "#28d17c", window: { min: 1500, max: 3600 } },
    { name: "Mitochondria", colour: "#ff5c8a", window: { min: 700, max: 2000 } },
  ],
  sampleBits: 16,
  depths: 5,
  depthSpacingUm: 0.75,
  times: 4,
};
/** Blur of neighbouring focus planes, px of the level. */
const BLUR_PX = 1.5;

/** Pitch of the jittered grid of cells, slide pixels. */
const CELL_PITCH_PX = 46;
/** Details smaller than this on the tile are omitted, px. */
const DETAIL_MIN_PX = 1.2;

export function syntheticSlide(options: SyntheticSlideOptions): SlideDescription {
  const levels = options.downsamples.map(
    (downsample): SlideLevel => ({
      width: Math.ceil(options.width / downsample),
      height: Math.ceil(options.height / downsample),
      tileWidth: options.tileSize,
      tileHeight: options.tileSize,
      downsample,
      ...(options.tileOverlapPx === undefined ? {} : { tileOverlapPx: options.tileOverlapPx }),
    }),
  );
  return {
    width: options.width,
    height: options.height,
    levels,
    tilesUrl: "synthetic:{z}/{x}/{y}",
    orientationDeg: options.orientationDeg ?? 0,
    pixelSizeUm: options.pixelSizeUm === undefined ? { x: 0.25, y: 0.25 } : options.pixelSizeUm,
    objectivePower: options.objectivePower === undefined ? 40 : options.objectivePower,
    planes: options.planes ?? null,
  };
}

/** A number from 0 to 1 that depends only on the position. Source: the usual sine hash of shader programming. */
function noiseAt(x: number, y: number, seed: number): number {
  const value = Math.sin(x * 127.1 + y * 311.7 + seed * 74.7) * 43_758.5453;
  return value - Math.floor(value);
}

function smoothNoise(x: number, y: number, seed: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = (x - x0) ** 2 * (3 - 2 * (x - x0));
  const fy = (y - y0) ** 2 * (3 - 2 * (y - y0));
  const top = noiseAt(x0, y0, seed) * (1 - fx) + noiseAt(x0 + 1, y0, seed) * fx;
  const bottom = noiseAt(x0, y0 + 1, seed) * (1 - fx) + noiseAt(x0 + 1, y0 + 1, seed) * fx;
  return top * (1 - fy) + bottom * fy;
}

/** Density of tissue at a position, 0 (glass) to 1. */
function tissueAt(slide: SlideDescription, x: number, y: number): number {
  const rx = (x / slide.width - 0.5) / 0.42;
  const ry = (y / slide.height - 0.5) / 0.4;
  const wobble = smoothNoise((x / slide.width) * 7, (y / slide.height) * 7, 1) * 0.5 - 0.25;
  const rim = 1 - Math.hypot(rx, ry) + wobble;
  const lumen = smoothNoise((x / slide.width) * 22, (y / slide.height) * 22, 2);
  return lumen > 0.78 ? 0 : Math.max(0, Math.min(1, rim * 6));
}

function paintTile(
  context: OffscreenCanvasRenderingContext2D,
  slide: SlideDescription,
  downsample: number,
  leftPx: number,
  topPx: number,
): void {
  const { width, height } = context.canvas;
  const left = leftPx * downsample;
  const top = topPx * downsample;
  context.fillStyle = "#f4f1f3";
  context.fillRect(0, 0, width, height);
  const block = 8;
  for (let by = -(topPx % block); by < height; by += block) {
    for (let bx = -(leftPx % block); bx < width; bx += block) {
      const sx = left + (bx + block / 2) * downsample;
      const sy = top + (by + block / 2) * downsample;
      const density = tissueAt(slide, sx, sy);
      if (density <= 0) continue;
      const tone = smoothNoise(sx / 260, sy / 260, 3);
      context.fillStyle = `hsl(${325 + tone * 14} ${38 + tone * 22}% ${82 - density * 10 - tone * 8}%)`;
      context.fillRect(bx, by, block, block);
    }
  }
  if ((CELL_PITCH_PX * 0.4) / downsample < DETAIL_MIN_PX) return;
  const rim = CELL_PITCH_PX;
  for (
    let cy = Math.floor((top - rim) / CELL_PITCH_PX);
    cy * CELL_PITCH_PX < top + height * downsample + rim;
    cy += 1
  ) {
    for (
      let cx = Math.floor((left - rim) / CELL_PITCH_PX);
      cx * CELL_PITCH_PX < left + width * downsample + rim;
      cx += 1
    ) {
      const px = (cx + 0.2 + noiseAt(cx, cy, 5) * 0.6) * CELL_PITCH_PX;
      const py = (cy + 0.2 + noiseAt(cx, cy, 6) * 0.6) * CELL_PITCH_PX;
      if (tissueAt(slide, px, py) <= 0.15) continue;
      const radius = 7 + noiseAt(cx, cy, 7) * 7;
      context.beginPath();
      context.ellipse(
        (px - left) / downsample,
        (py - top) / downsample,
        radius / downsample,
        (radius * 0.75) / downsample,
        noiseAt(cx, cy, 8) * 3,
        0,
        7,
      );
      context.fillStyle = `hsl(${258 + noiseAt(cx, cy, 9) * 22} 42% ${38 + noiseAt(cx, cy, 10) * 16}% / 88%)`;
      context.fill();
      if (downsample > 2) continue;
      context.beginPath();
      context.arc((px - left + 2) / downsample, (py - top - 1) / downsample, 2 / downsample, 0, 7);
      context.fillStyle = "hsl(262 50% 24%)";
      context.fill();
    }
  }
}

/** Draws the tiles of `syntheticSlide`, with edge tiles cropped to the image, as a server would send them. */
export function syntheticTileLoader(slide: SlideDescription, delayMs = 0): LoadTile {
  return async (url, signal) => {
    const [path = "", query = ""] = url.replace("synthetic:", "").split("?");
    const [z = 0, x = 0, y = 0] = path.split("/").map(Number);
    const level = slide.levels[z];
    if (!level) throw new RangeError(`no level ${z}`);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())));
    signal.throwIfAborted();
    const { left, top } = tileCutOf(level, x, y);
    const overlap = level.tileOverlapPx ?? 0;
    const [leftPx, topPx] = [x * level.tileWidth - left, y * level.tileHeight - top];
    const canvas = new OffscreenCanvas(
      Math.min(level.tileWidth + left + overlap, level.width - leftPx),
      Math.min(level.tileHeight + top + overlap, level.height - topPx),
    );
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no drawing context");
    paintTile(context, slide, level.downsample, leftPx, topPx);
    if (!slide.planes) return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
    const plane = new URLSearchParams(query);
    blur(context, slide.planes, Number(plane.get("depth")));
    packSamples(context, Number(plane.get("channel")), Number(plane.get("time")));
    return await canvas.convertToBlob({ type: "image/png" });
  };
}

function blur(context: OffscreenCanvasRenderingContext2D, { depths }: SlidePlanes, depth: number): void {
  context.filter = `blur(${Math.abs(depth - Math.floor((depths - 1) / 2)) * BLUR_PX}px)`;
  context.drawImage(context.canvas, 0, 0);
}

/** The complement of a channel's colour, in 12 bits, becomes the high and the low byte; it fades over time. */
function packSamples(context: OffscreenCanvasRenderingContext2D, channel: number, time: number): void {
  const picture = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let at = 0; at < picture.data.length; at += 4) {
    const sample = (255 - (picture.data[at + channel] ?? 0)) * 16 * 0.8 ** time;
    picture.data.set([sample >> 8, sample & 255, 0, 255], at);
  }
  context.putImageData(picture, 0, 0);
}
