import LRUCache from "ol/structs/LRUCache.js";
import type Tile from "ol/Tile.js";
import TileState from "ol/TileState.js";
import { describe, expect, it } from "vitest";
import { dropFormerPlanes } from "./former-planes.ts";
import { SlideTile } from "./slide-tile.ts";

class TileInState extends SlideTile {
  become(state: number): void {
    this.state = state as typeof this.state;
  }
}

function buildTile(key: string, tileCoord: number[], state: number): TileInState {
  const tile = new TileInState({
    tileCoord,
    load: () => Promise.reject(new Error("unused")),
    onLoaded: () => undefined,
    onFailed: () => undefined,
    onRevived: () => undefined,
    onDisposed: () => undefined,
  });
  tile.key = key;
  tile.become(state);
  return tile;
}

/** In memory: a tile of each of three planes in two places, all there, but in the last plane the first has failed. */
function buildMemory() {
  const memory = new LRUCache<Tile>(100);
  const put = (key: string, tileCoord: number[], state: number) => {
    const tile = buildTile(key, tileCoord, state);
    memory.set(`${key}:${tileCoord.join()}`, tile);
    return tile;
  };
  for (const plane of ["0 0", "1 0"]) for (const x of [0, 1]) put(plane, [2, x, 0], TileState.LOADED);
  const needed = [put("2 0", [2, 0, 0], TileState.ERROR), put("2 0", [2, 1, 0], TileState.LOADED)];
  return { memory, needed };
}

describe("a failed tile of the new plane", () => {
  it("shows no former plane in its place; elsewhere they stay", () => {
    const { memory, needed } = buildMemory();
    dropFormerPlanes(memory, needed, "2 0");
    expect(memory.getKeys().sort()).toEqual(["0 0:2,1,0", "1 0:2,1,0", "2 0:2,0,0", "2 0:2,1,0"]);
  });

  it("keeps all former planes while it is still loading", () => {
    const { memory, needed } = buildMemory();
    needed[0]?.become(TileState.LOADING);
    dropFormerPlanes(memory, needed, "2 0");
    expect(memory.getCount()).toBe(6);
  });
});
