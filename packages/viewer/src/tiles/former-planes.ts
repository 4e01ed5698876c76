/**
 * Tile images of previously shown planes. The map draws them until those of the new plane are loaded; if one fails, the
 * old image would stay and be mistaken for the new plane.
 */
import type LRUCache from "ol/structs/LRUCache.js";
import type Tile from "ol/Tile.js";
import TileState from "ol/TileState.js";

/**
 * Removes images of previous planes from the map's memory where tiles of the shown plane failed: a coarser level of the
 * same plane is shown there, or nothing.
 *
 * @param needed tiles of the shown plane.
 * @param planeKey key of that plane.
 */
export function dropFormerPlanes(memory: LRUCache<Tile>, needed: Iterable<Tile>, planeKey: string): void {
  const failed = new Set<string>();
  for (const tile of needed) if (tile.getState() === TileState.ERROR) failed.add(tile.tileCoord.join());
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
