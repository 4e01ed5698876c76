import { describe, expect, it } from "vitest";
import { createCachedTiles } from "./cached-tiles.ts";

const TILE_BYTES = 10;

function watchedLoader(failing: readonly string[] = []) {
  const requested: string[] = [];
  const load = (url: string): Promise<Blob> => {
    requested.push(url);
    return failing.includes(url)
      ? Promise.reject(new Error("no"))
      : Promise.resolve(new Blob([url.padEnd(TILE_BYTES)]));
  };
  return { requested, load };
}

const { signal } = new AbortController();

describe("cached tiles", () => {
  it("are fetched once", async () => {
    const { requested, load } = watchedLoader();
    const cached = createCachedTiles(load);
    const [first, second] = [await cached.load("a", signal), await cached.load("a", signal)];
    expect(second).toBe(first);
    expect(requested).toEqual(["a"]);
  });

  it("make room for others: the least recently used one is removed", async () => {
    const { requested, load } = watchedLoader();
    const cached = createCachedTiles(load, 2 * TILE_BYTES);
    for (const url of ["a", "b", "a", "c", "a", "b"]) await cached.load(url, signal);
    expect(requested).toEqual(["a", "b", "c", "b"]);
  });

  it("are prefetched; a failure does not stop the others and is retried when needed", async () => {
    const { requested, load } = watchedLoader(["b"]);
    const cached = createCachedTiles(load);
    await cached.fetchAhead(["a", "b", "c", "d"], signal);
    expect([...requested].sort()).toEqual(["a", "b", "c", "d"]);
    await cached.load("d", signal);
    await expect(cached.load("b", signal)).rejects.toThrow("no");
    expect(requested.filter((url) => url === "d")).toHaveLength(1);
    expect(requested.filter((url) => url === "b")).toHaveLength(2);
  });

  it("are no longer prefetched after the view changes", async () => {
    const { requested, load } = watchedLoader();
    const stop = new AbortController();
    const cached = createCachedTiles((url) => {
      stop.abort();
      return load(url);
    });
    await cached.fetchAhead(["a", "b", "c", "d", "e", "f", "g"], stop.signal);
    expect(requested).toEqual(["a"]);
  });
});
