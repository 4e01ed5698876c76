import TileState from "ol/TileState.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SlideTile } from "./slide-tile.ts";

function fakeBitmap() {
  const bitmap = {
    width: 1,
    height: 1,
    isClosed: false,
    close() {
      bitmap.isClosed = true;
    },
  };
  return bitmap as ImageBitmap & { isClosed: boolean };
}

function buildTile(load: (signal: AbortSignal) => Promise<ImageBitmap>) {
  const news: string[] = [];
  const states: number[] = [];
  const tile = new SlideTile({
    tileCoord: [0, 0, 0],
    load,
    onLoaded: () => news.push("loaded"),
    onFailed: () => news.push("failed"),
    onRevived: () => news.push("revived"),
    onDisposed: () => news.push("disposed"),
  });
  tile.addEventListener("change", () => void states.push(tile.getState()));
  return { tile, news, states };
}

describe("a tile", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("holds its picture once it is loaded", async () => {
    const bitmap = fakeBitmap();
    const { tile, news } = buildTile(() => Promise.resolve(bitmap));
    tile.load();
    await vi.runAllTimersAsync();
    expect([tile.getState(), tile.getData(), news]).toEqual([TileState.LOADED, bitmap, ["loaded"]]);
  });

  it("frees its place in the queue when abandoned, and can be loaded again", async () => {
    const signals: AbortSignal[] = [];
    const { tile, states } = buildTile((signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    tile.load();
    tile.giveUp();
    expect(signals[0]?.aborted).toBe(true);
    expect(states).toEqual([TileState.LOADING, TileState.ERROR]);
    expect(tile.getState()).toBe(TileState.IDLE);
    tile.load();
    expect(signals).toHaveLength(2);
    expect(signals[1]?.aborted).toBe(false);
  });

  it("closes a picture that arrives after it was abandoned", async () => {
    const bitmap = fakeBitmap();
    const { tile, news } = buildTile(() => Promise.resolve(bitmap));
    tile.load();
    tile.giveUp();
    await vi.runAllTimersAsync();
    expect(bitmap.isClosed).toBe(true);
    expect(news).toEqual([]);
  });

  it("can be requested again 3, 10 and 30 s after a failure, then no more", async () => {
    const { tile, news } = buildTile(() => Promise.reject(new Error("no")));
    for (const delayMs of [3_000, 10_000, 30_000]) {
      tile.load();
      await vi.advanceTimersByTimeAsync(delayMs - 1);
      expect(tile.getState()).toBe(TileState.ERROR);
      await vi.advanceTimersByTimeAsync(1);
      expect(tile.getState()).toBe(TileState.IDLE);
    }
    tile.load();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(tile.getState()).toBe(TileState.ERROR);
    expect(news.filter((item) => item === "revived")).toHaveLength(3);
  });

  it("accepts another picture and closes the old one", async () => {
    const [first, second] = [fakeBitmap(), fakeBitmap()];
    const { tile } = buildTile(() => Promise.resolve(first));
    tile.load();
    await vi.runAllTimersAsync();
    tile.replace(second);
    expect([tile.getData(), first.isClosed, second.isClosed]).toEqual([second, true, false]);
  });

  it("accepts no image after it was disposed", async () => {
    const [first, late] = [fakeBitmap(), fakeBitmap()];
    const { tile } = buildTile(() => Promise.resolve(first));
    tile.load();
    await vi.runAllTimersAsync();
    tile.dispose();
    tile.replace(late);
    expect([tile.getData(), late.isClosed]).toEqual([null, true]);
  });

  it("releases its memory when it is disposed", async () => {
    const bitmap = fakeBitmap();
    const { tile } = buildTile(() => Promise.resolve(bitmap));
    tile.load();
    await vi.runAllTimersAsync();
    tile.dispose();
    expect([bitmap.isClosed, tile.getData()]).toEqual([true, null]);
  });
});

it("a tile that discards its picture is unloaded, and can be loaded again", async () => {
  const bitmaps = [fakeBitmap(), fakeBitmap()] as const;
  let loads = 0;
  const { tile } = buildTile(() => Promise.resolve(bitmaps[loads++ === 0 ? 0 : 1]));
  tile.load();
  await Promise.resolve();
  await Promise.resolve();
  tile.forget();
  expect([tile.getState(), tile.getData(), bitmaps[0].isClosed]).toEqual([TileState.IDLE, null, true]);
  tile.load();
  await Promise.resolve();
  await Promise.resolve();
  expect([tile.getState(), tile.getData()]).toEqual([TileState.LOADED, bitmaps[1]]);
});

it("a tile disposed by the map reports it", () => {
  const { tile, news } = buildTile(() => new Promise(() => undefined));
  tile.dispose();
  expect(news).toEqual(["disposed"]);
});
