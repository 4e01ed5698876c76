/** Loads a tile's image: bytes from the network, decoded off the main thread. */
import type { Plane, SlideDescription, SlideLevel } from "../slide-description.ts";
import { tilePictureSize } from "./level-choice.ts";

/** Fetches the bytes of a tile; rejects on failure or if the signal is aborted. */
export type LoadTile = (url: string, signal: AbortSignal) => Promise<Blob>;

/** Delay before a failed tile is requested a second time, ms. */
export const TILE_RETRY_DELAY_MS = 400;
/** Delay before a tile is requested again after 429, if the server does not specify one, ms. */
const TOO_SOON_DELAY_MS = 1_000;
const RETRY_AFTER_MAX_MS = 30_000;
/** Maximum number of retries after 429. */
export const TOO_SOON_RETRIES = 8;

export class TileLoadError extends Error {
  override readonly name = "TileLoadError";
  /** HTTP status of the response. */
  readonly status: number;
  /** Delay requested by the server; null: none. */
  readonly retryAfterMs: number | null;

  constructor(status: number, url: string, retryAfterMs: number | null = null) {
    super(`tile ${url} was answered with ${status}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** @param header in seconds; dates are not supported. */
export function retryAfterMsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Math.min(Number(header) * 1000, RETRY_AFTER_MAX_MS) : null;
}

/** Cookies are sent only to our own host; others get neither cookies nor the page's address. */
export async function fetchTile(url: string, signal: AbortSignal): Promise<Blob> {
  const isSameOrigin = new URL(url, location.href).origin === location.origin;
  const response = await fetch(
    url,
    isSameOrigin
      ? { signal, credentials: "same-origin" }
      : { signal, credentials: "omit", referrerPolicy: "no-referrer" },
  );
  if (!response.ok) throw new TileLoadError(response.status, url, retryAfterMsOf(response.headers.get("retry-after")));
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

/**
 * Retries once after a temporary failure (no response, 5xx), not after "not found" or "forbidden". After 429 it waits
 * for the requested delay, plus a random delay of up to half of it, so that the tiles of a screen are not all requested
 * at the same time: the tile is late, not broken.
 */
export async function loadWithRetry(loadTile: LoadTile, url: string, signal: AbortSignal): Promise<Blob> {
  let hasFailed = false;
  for (let tooSoon = 0; ; ) {
    try {
      return await loadTile(url, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TileLoadError && error.status === 429) {
        if (tooSoon >= TOO_SOON_RETRIES) throw error;
        tooSoon += 1;
        await wait((error.retryAfterMs ?? TOO_SOON_DELAY_MS) * (1 + Math.random() / 2), signal);
      } else {
        if (hasFailed || (error instanceof TileLoadError && error.status < 500)) throw error;
        hasFailed = true;
        await wait(TILE_RETRY_DELAY_MS, signal);
      }
    }
  }
}

/** The drawn part of a tile's image. */
export interface TileCut {
  /** Offset of the tile's own area in its image, px; the part before it is overlap. */
  readonly left: number;
  readonly top: number;
  /** Size of the tile's own area within the slide, px. */
  readonly width: number;
  readonly height: number;
}

export function tileCutOf(level: SlideLevel, x: number, y: number): TileCut {
  const overlap = level.tileOverlapPx ?? 0;
  const [width, height] = tilePictureSize(level, x, y);
  return { left: x > 0 ? overlap : 0, top: y > 0 ? overlap : 0, width, height };
}

/**
 * Decodes a tile to the full tile size without overlap: a cropped edge tile is
 * padded with transparent pixels at its right and bottom, so that it is not stretched.
 */
export async function decodeTile(blob: Blob, level: SlideLevel, x: number, y: number): Promise<ImageBitmap> {
  const { left, top } = tileCutOf(level, x, y);
  return await createImageBitmap(blob, left, top, level.tileWidth, level.tileHeight);
}
