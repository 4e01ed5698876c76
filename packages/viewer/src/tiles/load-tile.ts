/** Gets one tile's picture: bytes over the network, decoded off the main thread. */

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

export async function fetchTile(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal, credentials: "same-origin" });
  if (!response.ok) throw new TileLoadError(response.status, url);
  return await response.blob();
}

/** @param template with {z}, {x} and {y}. */
export function tileUrl(template: string, z: number, x: number, y: number): string {
  const values: Readonly<Record<string, number>> = { z, x, y };
  return template.replace(/\{([zxy])\}/g, (_whole, name: string) => String(values[name]));
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

/**
 * Decodes a tile to the full tile size: an edge tile, cut to the picture, is filled up with transparent pixels at its
 * right and bottom, so that it is drawn unstretched.
 */
export async function decodeTile(blob: Blob, tileWidth: number, tileHeight: number): Promise<ImageBitmap> {
  return await createImageBitmap(blob, 0, 0, tileWidth, tileHeight);
}
