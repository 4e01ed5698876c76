/**
 * Pictures of the planes that were shown before. The map draws them until those of the new plane are there; where one
 * cannot be had, the former picture would stay and pass for the new plane.
 */
import type LRUCache from "ol/structs/LRUCache.js";
import type Tile from "ol/Tile.js";
import TileState from "ol/TileState.js";

/**
 * Takes from the map's memory what former planes show in the places of tiles that failed: there, a coarser level of the
 * plane itself is seen, or nothing.
 *
 * @param wanted tiles of the plane that is shown.
 * @param planeKey of that plane.
 */
export function dropFormerPlanes(memory: LRUCache<Tile>, wanted: Iterable<Tile>, planeKey: string): void {
  const failed = new Set<string>();
  for (const tile of wanted) if (tile.getState() === TileState.ERROR) failed.add(tile.tileCoord.join());
  if (failed.size === 0) return;
  const misleading = new Map<string, Tile>();
  memory.forEach((tile, key) => {
    const isFormer = tile.key !== planeKey && tile.getState() === TileState.LOADED;
    if (isFormer && failed.has(tile.tileCoord.join())) misleading.set(key, tile);
  });
  for (const [key, tile] of misleading) {
    memory.remove(key);
    tile.dispose();
  }
}
