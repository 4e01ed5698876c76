import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadWithRetry, TILE_RETRY_DELAY_MS, TileLoadError, tileUrl } from "./load-tile.ts";

describe("a tile's address", () => {
  it("fills in level, column and row", () =>
    expect(tileUrl("/tiles/7/3/{z}/{x}/{y}", 2, 10, 12)).toBe("/tiles/7/3/2/10/12"));
  it("fills in a name that comes twice", () => expect(tileUrl("/{z}/{x}-{y}?z={z}", 0, 1, 2)).toBe("/0/1-2?z=0"));
});

describe("loading a tile", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const blob = new Blob(["tile"]);

  /** A loader that fails with each of the errors in turn and then succeeds, and counts. */
  function failing(...errors: Error[]) {
    const counter = { calls: 0 };
    const load = (): Promise<Blob> => {
      const error = errors[counter.calls];
      counter.calls += 1;
      return error ? Promise.reject(error) : Promise.resolve(blob);
    };
    return { load, counter };
  }

  for (const error of [new TypeError("network"), new TileLoadError(503, "/t"), new TileLoadError(429, "/t")]) {
    it(`asks once more after ${error.message}`, async () => {
      const { load, counter } = failing(error);
      const result = loadWithRetry(load, "/t", new AbortController().signal);
      await vi.advanceTimersByTimeAsync(TILE_RETRY_DELAY_MS);
      expect(await result).toBe(blob);
      expect(counter.calls).toBe(2);
    });
  }

  it("does not ask again for a tile that does not exist", async () => {
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

  it("does not ask again once nobody wants it", async () => {
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
