import DataTile from "ol/DataTile.js";
import TileState from "ol/TileState.js";

/** Delays after which a failed tile in view may be requested again, ms; after the last one it stays missing. */
const REVIVAL_DELAYS_MS: readonly number[] = [3_000, 10_000, 30_000];

export interface SlideTileOptions {
  /** In the grid's numbering: [z from the coarsest, x, y]. */
  readonly tileCoord: number[];
  readonly load: (signal: AbortSignal) => Promise<ImageBitmap>;
  readonly onLoaded: (tile: SlideTile) => void;
  readonly onFailed: (tile: SlideTile, error: unknown) => void;
  /** A failed tile may be requested again. */
  readonly onRevived: () => void;
  /** The map has discarded it. */
  readonly onDisposed: (tile: SlideTile) => void;
}

/**
 * A tile whose loading can be cancelled and restarted. The library's own tile stays in the error state once its loading
 * was aborted, and the queue would count it as loading indefinitely, without an event.
 */
export class SlideTile extends DataTile {
  readonly #options: SlideTileOptions;
  /** Version of its image, see `TilePictures.look`. */
  look = 0;
  #bitmap: ImageBitmap | null = null;
  #abort: AbortController | null = null;
  #failures = 0;
  #revival: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SlideTileOptions) {
    super({ tileCoord: options.tileCoord, loader: () => Promise.reject(new Error("unused")), transition: 0 });
    this.#options = options;
  }

  override getData(): ImageBitmap | null {
    return this.#bitmap;
  }

  override load(): void {
    if (this.state !== TileState.IDLE) return;
    const controller = new AbortController();
    this.#abort = controller;
    this.state = TileState.LOADING;
    this.changed();
    this.#options.load(controller.signal).then(
      (bitmap) => {
        if (controller.signal.aborted) {
          bitmap.close();
          return;
        }
        this.#abort = null;
        this.#bitmap = bitmap;
        this.#failures = 0;
        this.state = TileState.LOADED;
        this.#options.onLoaded(this);
        this.changed();
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        this.#abort = null;
        this.state = TileState.ERROR;
        this.#options.onFailed(this, error);
        this.changed();
        this.#reviveLater();
      },
    );
  }

  /** Replaces the image; does nothing if the tile was discarded. */
  replace(bitmap: ImageBitmap): void {
    if (!this.#bitmap) {
      bitmap.close();
      return;
    }
    this.#bitmap.close();
    this.#bitmap = bitmap;
  }

  /** Resets the tile to unloaded: its image is no longer shown. */
  forget(): void {
    if (this.state !== TileState.LOADED) return;
    this.#bitmap?.close();
    this.#bitmap = null;
    this.state = TileState.IDLE;
  }

  /** Cancels loading; the tile is idle again and can be requested again. */
  giveUp(): void {
    if (!this.#abort) return;
    this.#abort.abort();
    this.#abort = null;
    this.state = TileState.ERROR;
    this.changed(); // the queue frees the tile's slot
    this.state = TileState.IDLE;
  }

  override disposeInternal(): void {
    clearTimeout(this.#revival);
    this.#abort?.abort();
    this.#abort = null;
    this.#bitmap?.close();
    this.#bitmap = null;
    // In a frame that still refers to it, a loaded tile without an image would be an error.
    this.state = TileState.EMPTY;
    this.#options.onDisposed(this);
    super.disposeInternal();
  }

  #reviveLater(): void {
    const delayMs = REVIVAL_DELAYS_MS[this.#failures];
    this.#failures += 1;
    if (delayMs === undefined) return;
    this.#revival = setTimeout(() => {
      if (this.state !== TileState.ERROR) return;
      this.state = TileState.IDLE;
      this.#options.onRevived();
    }, delayMs);
  }
}
