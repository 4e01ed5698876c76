/**
 * Caches the tiles of a slide that must be decoded and re-encoded, so that each is decoded once: on disk, one file per
 * tile, written completely or not at all.
 *
 * The cache is optional: if its folder is missing, full or damaged, tiles are decoded as if there were no cache.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type EncodedImage, FIRST_PLANE, type Plane, type SlideSource } from "../slide-source.ts";
import { markAsUsed } from "./mark-as-used.ts";
import { openTileFile, sealTileFile } from "./tile-file.ts";

export interface TileCacheOptions {
  /** Whether there is room for another tile; called before each write. Default: there is. */
  readonly hasRoom?: (bytes: number) => boolean;
  /** Called with the number of bytes written, so that the caller can keep count. */
  readonly onWritten?: (bytes: number) => void;
}

/** A tile is marked as used if its last mark is older than this; a sweep sorts by this time of modification. */
const USED_AGAIN_MS = 60 * 60 * 1000;
/** After a failed write nothing is written for this long, so that a full disk is not tried for each tile. */
const REST_AFTER_FAILURE_MS = 30_000;

/**
 * Returns the slide with a tile cache, or unchanged if its tiles need no recoding. Closing it closes the slide; the
 * cache stays.
 *
 * @param folder used only for this version of this slide, since the contents under a name never change. Created if
 *   missing.
 */
export function withTileCache(source: SlideSource, folder: string, options: TileCacheOptions = {}): SlideSource {
  if (!source.isRecoding) return source;
  const tiles = new TileFolder(folder, options);
  const reading = new Map<string, SharedReading>();
  return {
    format: source.format,
    width: source.width,
    height: source.height,
    levels: source.levels,
    pixelSizeUm: source.pixelSizeUm,
    objectivePower: source.objectivePower,
    orientationDeg: source.orientationDeg,
    associatedImages: source.associatedImages,
    planes: source.planes,
    isRecoding: source.isRecoding,
    properties: source.properties,

    async readTile(level, x, y, { signal, plane = FIRST_PLANE } = {}) {
      signal?.throwIfAborted();
      const name = nameOf(level, x, y, plane);
      let shared = reading.get(name);
      if (shared === undefined) {
        shared = new SharedReading((stop) =>
          tiles.readOr(name, () => source.readTile(level, x, y, { signal: stop, plane })),
        );
        reading.set(name, shared);
        const forget = () => void (reading.get(name) === shared && reading.delete(name));
        shared.whenOver(forget);
      }
      return shared.join(signal);
    },

    readAssociatedImage: (name, signal) => source.readAssociatedImage(name, signal),
    ...(source.readAnnotations && { readAnnotations: () => source.readAnnotations!() }),
    close: () => source.close(),
  };
}

/** Thousands of files in one folder are slow on some file systems: 64 columns share a folder. */
function nameOf(level: number, x: number, y: number, { channel, depth, time }: Plane): string {
  return join(`${level}-${channel}-${depth}-${time}`, String(Math.floor(x / 64)), `${x}-${y}`);
}

/** One read of a tile shared by several callers; aborted when the last of them has left. */
class SharedReading {
  readonly #stop = new AbortController();
  readonly #result: Promise<EncodedImage>;
  #waiting = 0;

  constructor(read: (stop: AbortSignal) => Promise<EncodedImage>) {
    this.#result = read(this.#stop.signal);
    // The callers are notified; if all have left, nobody needs to be notified.
    this.#result.catch(() => {});
  }

  whenOver(act: () => void): void {
    this.#result.then(act, act);
    this.#stop.signal.addEventListener("abort", act, { once: true });
  }

  join(signal: AbortSignal | undefined): Promise<EncodedImage> {
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#stop.abort(signal?.reason);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      const settled = () => signal?.removeEventListener("abort", leave);
      this.#result.then(resolve, reject).then(settled, settled);
    });
  }
}

class TileFolder {
  readonly #folder: string;
  readonly #options: TileCacheOptions;
  #restsUntil = 0;

  constructor(folder: string, options: TileCacheOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Returns the cached tile, or the result of `read`, which is then cached. */
  async readOr(name: string, read: () => Promise<EncodedImage>): Promise<EncodedImage> {
    const path = join(this.#folder, name);
    const cached = await this.#read(path);
    if (cached !== null) return cached;
    const tile = await read();
    // Callers do not wait for the disk.
    void this.#keep(path, tile);
    return tile;
  }

  async #read(path: string): Promise<EncodedImage | null> {
    const bytes = await readFile(path).catch(() => null);
    const tile = bytes && openTileFile(bytes);
    if (!tile) return null;
    void markAsUsed(path, USED_AGAIN_MS);
    return tile;
  }

  async #keep(path: string, tile: EncodedImage): Promise<void> {
    const bytes = sealTileFile(tile);
    const { hasRoom = () => true, onWritten } = this.#options;
    if (Date.now() < this.#restsUntil || !hasRoom(bytes.length)) return;
    const part = `${path}.${randomUUID()}.part`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(part, bytes, { flag: "wx", mode: 0o600 });
      await rename(part, path);
      onWritten?.(bytes.length);
    } catch {
      this.#restsUntil = Date.now() + REST_AFTER_FAILURE_MS;
      await rm(part, { force: true }).catch(() => {});
    }
  }
}
