import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ReadTileOptions, SlideSource } from "../slide-source.ts";
import { sweepTileCaches } from "./sweep-tile-caches.ts";
import { type TileCacheOptions, withTileCache } from "./tile-cache.ts";

let root = "";
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parfocal-tile-cache-"));
});
afterAll(() => rm(root, { recursive: true }));

const newFolder = () => join(root, String(count++));

/** A slide that counts how often each of its tiles is decoded. */
function countingSlide({ isRecoding = true, delayMs = 0 } = {}) {
  const decoded: string[] = [];
  const signals: AbortSignal[] = [];
  const source: SlideSource = {
    format: "svs",
    width: 1000,
    height: 1000,
    levels: [{ width: 1000, height: 1000, tileWidth: 100, tileHeight: 100, downsample: 1 }],
    pixelSizeUm: null,
    objectivePower: null,
    orientationDeg: 0,
    associatedImages: [],
    planes: null,
    isRecoding,
    properties: {},
    async readTile(level, x, y, { signal, plane }: ReadTileOptions = {}) {
      if (x > 9) throw new RangeError("no such tile");
      const name = `${level}/${x}/${y}/${plane?.channel ?? 0}`;
      decoded.push(name);
      if (signal) signals.push(signal);
      if (delayMs > 0) await sleep(delayMs, null, { signal });
      return { bytes: Buffer.from(`tile ${name}`), mediaType: "image/jpeg" };
    },
    readAssociatedImage: () => Promise.reject(new RangeError("none")),
    close: async () => {},
  };
  return { source, decoded, signals };
}

function cachedSlide(folder = newFolder(), options: TileCacheOptions = {}, slide = countingSlide()) {
  return { ...slide, folder, cached: withTileCache(slide.source, folder, options) };
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Writing continues after a tile is returned. */
const untilStored = (folder: string, tiles: number) =>
  vi.waitFor(async () => {
    const files = await filesIn(folder);
    expect(files.filter((name) => !name.endsWith(".part"))).toHaveLength(tiles);
    expect(files).toHaveLength(tiles);
  });

describe("a decoded tile", () => {
  it("is decoded once, and read from the cache when the slide is opened again", async () => {
    const { cached, folder, decoded } = cachedSlide();
    const first = await cached.readTile(0, 3, 4);
    await untilStored(folder, 1);
    expect(await cached.readTile(0, 3, 4)).toEqual(first);
    const later = cachedSlide(folder);
    expect(await later.cached.readTile(0, 3, 4)).toEqual(first);
    expect([decoded, later.decoded]).toEqual([["0/3/4/0"], []]);
  });

  it("is cached separately for each level, position and plane", async () => {
    const { cached, folder } = cachedSlide();
    const plane = { channel: 1, depth: 0, time: 0 };
    const ask = () =>
      Promise.all([
        cached.readTile(0, 1, 2),
        cached.readTile(0, 2, 1),
        cached.readTile(1, 1, 2),
        cached.readTile(0, 1, 2, { plane }),
      ]);
    const texts = (await ask()).map(({ bytes }) => bytes.toString());
    expect(texts).toEqual(["tile 0/1/2/0", "tile 0/2/1/0", "tile 1/1/2/0", "tile 0/1/2/1"]);
    await untilStored(folder, 4);
    expect((await ask()).map(({ bytes }) => bytes.toString())).toEqual(texts);
  });

  it("is decoded once for concurrent requests", async () => {
    const { cached, decoded } = cachedSlide(newFolder(), {}, countingSlide({ delayMs: 20 }));
    await Promise.all(Array.from({ length: 10 }, () => cached.readTile(0, 5, 5)));
    expect(decoded).toEqual(["0/5/5/0"]);
  });

  it("continues while a caller waits, and is stopped after the last one aborts", async () => {
    const { cached, signals } = cachedSlide(newFolder(), {}, countingSlide({ delayMs: 60 }));
    const [one, other, last] = [new AbortController(), new AbortController(), new AbortController()];
    const [first, second] = [one, other].map(({ signal }) => cached.readTile(0, 0, 0, { signal })) as [
      Promise<unknown>,
      Promise<unknown>,
    ];
    one.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    expect(await second).toMatchObject({ mediaType: "image/jpeg" });
    const third = cached.readTile(0, 1, 1, { signal: last.signal });
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    last.abort(new Error("gone too"));
    await expect(third).rejects.toThrow("gone too");
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    expect(await cached.readTile(0, 1, 1)).toMatchObject({ mediaType: "image/jpeg" });
  });

  it("is rejected each time if it does not exist, and nothing is stored", async () => {
    const { cached, folder } = cachedSlide();
    for (let i = 0; i < 2; i++) await expect(cached.readTile(0, 99, 0)).rejects.toThrow(RangeError);
    expect(await filesIn(folder)).toEqual([]);
  });
});

describe("a failing cache makes a slide slower, not wrong", () => {
  it("a damaged, truncated or foreign file is decoded again and replaced", async () => {
    const { cached, folder, decoded } = cachedSlide();
    await cached.readTile(0, 1, 1);
    await untilStored(folder, 1);
    const [path] = (await filesIn(folder)) as [string];
    const whole = await readFile(path);
    const changed = Buffer.from(whole);
    changed[20] = changed[20]! ^ 1;
    for (const damaged of [changed, whole.subarray(0, 15), whole.subarray(0, 3), Buffer.alloc(0)]) {
      await writeFile(path, damaged);
      expect((await cached.readTile(0, 1, 1)).bytes.toString()).toBe("tile 0/1/1/0");
      await vi.waitFor(async () => expect(await readFile(path)).toEqual(whole));
    }
    expect(decoded).toHaveLength(5);
  });

  it("a folder that cannot be created because a file has its name", async () => {
    const folder = newFolder();
    await writeFile(folder, "in the way");
    const { cached, decoded } = cachedSlide(folder);
    for (let i = 0; i < 3; i++) await cached.readTile(0, 1, 1);
    expect(decoded).toHaveLength(3);
  });

  it("no space: nothing is written", async () => {
    const onWritten = vi.fn();
    const { cached, folder } = cachedSlide(newFolder(), { hasRoom: () => false, onWritten });
    await cached.readTile(0, 1, 1);
    await cached.readTile(0, 1, 1);
    expect(onWritten).not.toHaveBeenCalled();
    expect(await filesIn(folder)).toEqual([]);
  });

  it("reports what it has written", async () => {
    let written = 0;
    const { cached, folder } = cachedSlide(newFolder(), { onWritten: (bytes) => (written += bytes) });
    await cached.readTile(0, 1, 1);
    await untilStored(folder, 1);
    await vi.waitFor(() => expect(written).toBeGreaterThan(0));
    expect(written).toBe((await stat((await filesIn(folder))[0]!)).size);
  });
});

it("passed-through tiles are not cached", () => {
  const { source } = countingSlide({ isRecoding: false });
  expect(withTileCache(source, newFolder())).toBe(source);
});

describe("a sweep", () => {
  const NOW = Date.now();
  const HOUR_MS = 3_600_000;
  const options = { maxBytes: 1000, unfinishedMs: HOUR_MS, now: NOW };

  async function storedFile(folder: string, name: string, bytes: number, ageHours: number): Promise<string> {
    const path = join(folder, name);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, Buffer.alloc(bytes));
    const then = new Date(NOW - ageHours * HOUR_MS);
    await utimes(path, then, then);
    return path;
  }

  it("removes the least recently used files of all slides until the rest fits", async () => {
    const [one, other] = [newFolder(), newFolder()];
    await storedFile(one, "0/0/1-1", 400, 30);
    await storedFile(other, "0/0/1-1", 400, 20);
    const young = await storedFile(one, "0/0/2-2", 400, 10);
    const youngest = await storedFile(other, "0/0/2-2", 400, 1);
    expect(await sweepTileCaches([one, other, newFolder()], options)).toBe(800);
    expect([...(await filesIn(one)), ...(await filesIn(other))]).toEqual([young, youngest]);
  });

  it("keeps everything that fits", async () => {
    const folder = newFolder();
    await storedFile(folder, "0/0/1-1", 999, 1000);
    expect(await sweepTileCaches([folder], options)).toBe(999);
    expect(await filesIn(folder)).toHaveLength(1);
  });

  it("removes partial files left by a kill, and not those being written", async () => {
    const folder = newFolder();
    await storedFile(folder, "0/0/1-1.x.part", 10, 2);
    const young = await storedFile(folder, "0/0/1-2.x.part", 10, 0);
    expect(await sweepTileCaches([folder], options)).toBe(0);
    expect(await filesIn(folder)).toEqual([young]);
  });

  it("a tile that is used again counts as recent", async () => {
    const { cached, folder } = cachedSlide();
    await cached.readTile(0, 1, 1);
    await untilStored(folder, 1);
    const [path] = (await filesIn(folder)) as [string];
    const then = new Date(NOW - 50 * HOUR_MS);
    await utimes(path, then, then);
    await cached.readTile(0, 1, 1);
    await vi.waitFor(async () => expect((await stat(path)).mtimeMs).toBeGreaterThan(NOW - HOUR_MS));
  });
});
