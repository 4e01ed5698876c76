/** Gets one tile's picture: bytes over the network, decoded off the main thread. */
import type { Plane, SlideDescription, SlideLevel } from "../slide-description.ts";
import { tilePictureSize } from "./level-choice.ts";

/** Fetches the bytes of a tile; rejects when it cannot, or when the signal says that nobody wants it any more. */
export type LoadTile = (url: string, signal: AbortSignal) => Promise<Blob>;

/** Wait before a tile that failed is asked for a second time, ms. */
export const TILE_RETRY_DELAY_MS = 400;

export class TileLoadError extends Error {
  override readonly name = "TileLoadError";
  /** HTTP status of the answer. */
  readonly status: number;

  constructor(status: number, url: string) {
    super(`tile ${url} was answered with ${status}`);
    this.status = status;
  }
}

/** Cookies go to our own host only; others get none and learn nothing of the page. */
export async function fetchTile(url: string, signal: AbortSignal): Promise<Blob> {
  const isOurs = new URL(url, location.href).origin === location.origin;
  const response = await fetch(
    url,
    isOurs ? { signal, credentials: "same-origin" } : { signal, credentials: "omit", referrerPolicy: "no-referrer" },
  );
  if (!response.ok) throw new TileLoadError(response.status, url);
  return await response.blob();
}

/** @param template with {z}, {x} and {y}. */
export function tileUrl(template: string, z: number, x: number, y: number): string {
  const values: Readonly<Record<string, number>> = { z, x, y };
  return template.replace(/\{([zxy])\}/g, (_whole, name: string) => String(values[name]));
}

/**
 * URL of one tile of a slide, in one of its planes.
 *
 * @param level index into the slide's levels.
 * @param channel null: the tile is in colour.
 */
export function tileAddressOf(
  { tilesUrl, planes }: Pick<SlideDescription, "tilesUrl" | "planes">,
  level: number,
  x: number,
  y: number,
  plane: Plane,
  channel: number | null,
): string {
  const url = typeof tilesUrl === "string" ? tileUrl(tilesUrl, level, x, y) : tilesUrl(level, x, y);
  if (!planes) return url;
  const query = `channel=${channel ?? 0}&depth=${plane.depth}&time=${plane.time}`;
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** Asks a second time after a failure that may pass (no answer, 5xx, 429), not after "no such tile" or "not allowed". */
export async function loadWithRetry(loadTile: LoadTile, url: string, signal: AbortSignal): Promise<Blob> {
  try {
    return await loadTile(url, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TileLoadError && error.status < 500 && error.status !== 429) throw error;
    await wait(TILE_RETRY_DELAY_MS, signal);
    return await loadTile(url, signal);
  }
}

/** Which part of a tile's picture is drawn, and how large it is. */
export interface TileCut {
  /** Where the tile's own place begins in its picture, px: what lies before is overlap. */
  readonly left: number;
  readonly top: number;
  /** Size of its own place within the slide, px. */
  readonly width: number;
  readonly height: number;
}

export function tileCutOf(level: SlideLevel, x: number, y: number): TileCut {
  const overlap = level.tileOverlapPx ?? 0;
  const [width, height] = tilePictureSize(level, x, y);
  return { left: x > 0 ? overlap : 0, top: y > 0 ? overlap : 0, width, height };
}

/**
 * Decodes a tile to the full tile size, without what it shows of its neighbours: an edge tile, cut to the picture, is
 * filled up with transparent pixels at its right and bottom, so that it is drawn unstretched.
 */
export async function decodeTile(blob: Blob, level: SlideLevel, x: number, y: number): Promise<ImageBitmap> {
  const { left, top } = tileCutOf(level, x, y);
  return await createImageBitmap(blob, left, top, level.tileWidth, level.tileHeight);
}
