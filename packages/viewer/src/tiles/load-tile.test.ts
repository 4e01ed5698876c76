import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  fetchTile,
  loadWithRetry,
  retryAfterMsOf,
  TILE_RETRY_DELAY_MS,
  TileLoadError,
  TOO_SOON_RETRIES,
  tileAddressOf,
  tileCutOf,
  tileUrl,
} from "./load-tile.ts";

describe("a tile URL", () => {
  it("fills in level, column and row", () =>
    expect(tileUrl("/tiles/7/3/{z}/{x}/{y}", 2, 10, 12)).toBe("/tiles/7/3/2/10/12"));
  it("fills in a repeated placeholder", () => expect(tileUrl("/{z}/{x}-{y}?z={z}", 0, 1, 2)).toBe("/0/1-2?z=0"));
});

describe("the URL of a slide's tile", () => {
  const plane = { depth: 3, time: 1 };
  const planes = { channels: [], sampleBits: 8, depths: 5, depthSpacingUm: null, times: 2 } as const;
  it("of one plane is the plain URL", () =>
    expect(tileAddressOf({ tilesUrl: "/t/{z}/{x}/{y}" }, 1, 2, 3, plane, null)).toBe("/t/1/2/3"));
  it("contains channel, depth and time", () =>
    expect(tileAddressOf({ tilesUrl: "/t/{z}/{x}/{y}", planes }, 1, 2, 3, plane, 4)).toBe(
      "/t/1/2/3?channel=4&depth=3&time=1",
    ));
  it("keeps the existing query", () =>
    expect(tileAddressOf({ tilesUrl: "/t/{z}/{x}/{y}?share=a", planes }, 0, 0, 0, plane, null)).toBe(
      "/t/0/0/0?share=a&channel=0&depth=3&time=1",
    ));
  it("may be supplied by the source", () =>
    expect(tileAddressOf({ tilesUrl: (level, x, y) => `/${9 - level}/${x}_${y}.jpg` }, 1, 2, 3, plane, null)).toBe(
      "/8/2_3.jpg",
    ));
});

/** 600 x 300 px in tiles of 254 px with an overlap of one pixel on each side. */
const OVERLAPPING = { width: 600, height: 300, tileWidth: 254, tileHeight: 254, downsample: 1, tileOverlapPx: 1 };

describe("a tile with overlap", () => {
  const cuts: [name: string, x: number, y: number, cut: object][] = [
    ["has no overlap above and to the left in the first position", 0, 0, { left: 0, top: 0, width: 254, height: 254 }],
    ["in the first row loses its left border", 1, 0, { left: 1, top: 0, width: 254, height: 254 }],
    ["at the right edge is as wide as the remainder", 2, 1, { left: 1, top: 1, width: 92, height: 46 }],
  ];
  for (const [name, x, y, cut] of cuts) it(name, () => expect(tileCutOf(OVERLAPPING, x, y)).toEqual(cut));
  it("is not cropped if levels have no overlap", () => {
    const { tileOverlapPx: _none, ...level } = OVERLAPPING;
    expect(tileCutOf(level, 1, 1)).toEqual({ left: 0, top: 0, width: 254, height: 46 });
  });
});

describe("requesting a tile from a host", () => {
  afterEach(() => void vi.unstubAllGlobals());
  for (const [url, credentials] of [
    ["/tiles/1/1/0/0/0", "same-origin"],
    ["https://slides.example.edu/tiles/1", "same-origin"],
    ["https://iiif.example.org/a/0,0,256,256/256,/0/default.jpg", "omit"],
  ]) {
    it(`${url}: cookies ${credentials}`, async () => {
      const requests: RequestInit[] = [];
      vi.stubGlobal("location", new URL("https://slides.example.edu/s1/course2/i3/"));
      vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
        requests.push(init);
        return Promise.resolve(new Response("tile"));
      });
      await fetchTile(url as string, new AbortController().signal);
      expect(requests.map((init) => init.credentials)).toEqual([credentials]);
    });
  }
});

describe("loading a tile", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const blob = new Blob(["tile"]);

  /** A loader that fails with each of the errors in turn, then succeeds, and counts the calls. */
  function failing(...errors: Error[]) {
    const counter = { calls: 0 };
    const load = (): Promise<Blob> => {
      const error = errors[counter.calls];
      counter.calls += 1;
      return error ? Promise.reject(error) : Promise.resolve(blob);
    };
    return { load, counter };
  }

  for (const error of [new TypeError("network"), new TileLoadError(503, "/t")]) {
    it(`retries after ${error.message}`, async () => {
      const { load, counter } = failing(error);
      const result = loadWithRetry(load, "/t", new AbortController().signal);
      await vi.advanceTimersByTimeAsync(TILE_RETRY_DELAY_MS);
      expect(await result).toBe(blob);
      expect(counter.calls).toBe(2);
    });
  }

  it("waits as long as the server requests after 429, several times: the tile is delayed, not broken", async () => {
    const { load, counter } = failing(...Array.from({ length: 5 }, () => new TileLoadError(429, "/t", 2_000)));
    const result = loadWithRetry(load, "/t", new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(counter.calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(counter.calls).toBe(2);
    await vi.advanceTimersByTimeAsync(4 * 3_000);
    expect(await result).toBe(blob);
    expect(counter.calls).toBe(6);
  });

  it("gives up a tile that is always rejected with 429", async () => {
    const rejected = Array.from({ length: 2 * TOO_SOON_RETRIES }, () => new TileLoadError(429, "/t", 1_000));
    const { load, counter } = failing(...rejected);
    const result = expect(loadWithRetry(load, "/t", new AbortController().signal)).rejects.toThrow("429");
    await vi.advanceTimersByTimeAsync(1_500 * TOO_SOON_RETRIES);
    await result;
    expect(counter.calls).toBe(1 + TOO_SOON_RETRIES);
  });

  for (const [header, waitMs] of [
    ["1", 1_000],
    ["0", 0],
    ["3600", 30_000],
    ["Wed, 21 Oct 2026 07:28:00 GMT", null],
    ["-1", null],
    [null, null],
  ] as const)
    it(`Retry-After ${header}: ${waitMs} ms`, () => expect(retryAfterMsOf(header)).toBe(waitMs));

  it("does not request a missing tile again", async () => {
    const { load, counter } = failing(new TileLoadError(404, "/t"));
    await expect(loadWithRetry(load, "/t", new AbortController().signal)).rejects.toThrow("404");
    expect(counter.calls).toBe(1);
  });

  it("fails after the second failure", async () => {
    const { load, counter } = failing(new TypeError("first"), new TypeError("second"));
    const result = expect(loadWithRetry(load, "/t", new AbortController().signal)).rejects.toThrow("second");
    await vi.advanceTimersByTimeAsync(TILE_RETRY_DELAY_MS);
    await result;
    expect(counter.calls).toBe(2);
  });

  it("does not retry after being aborted", async () => {
    const { load, counter } = failing(new TypeError("network"));
    const abort = new AbortController();
    const result = expect(loadWithRetry(load, "/t", abort.signal)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(TILE_RETRY_DELAY_MS / 2);
    abort.abort();
    await result;
    await vi.advanceTimersByTimeAsync(TILE_RETRY_DELAY_MS);
    expect(counter.calls).toBe(1);
  });
});
