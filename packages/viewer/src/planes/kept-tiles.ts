/**
 * Tiles of slides with several planes, as they came over the network: kept for a while, so that focusing up and down is
 * not waited for.
 */
import type { LoadTile } from "../tiles/load-tile.ts";

/** Of encoded tiles. */
export const KEPT_TILES_MAX_BYTES = 64 * 1024 * 1024;
/** Fetches ahead at one time: the view's own tiles come first. */
const AHEAD_AT_ONCE = 3;

export interface KeptTiles {
  /** As the loader it was made of, but from memory where it can. */
  readonly load: LoadTile;
  /** Fetches the missing ones in order; failures are reported when a tile is needed. */
  fetchAhead(urls: readonly string[], signal: AbortSignal): Promise<void>;
}

export function createKeptTiles(loadTile: LoadTile, mostBytes = KEPT_TILES_MAX_BYTES): KeptTiles {
  /** In the order of their last use. */
  const kept = new Map<string, Blob>();
  let bytes = 0;

  function keep(url: string, blob: Blob): void {
    bytes += blob.size - (kept.get(url)?.size ?? 0);
    kept.delete(url);
    kept.set(url, blob);
    for (const [oldest, { size }] of kept) {
      if (bytes <= mostBytes) return;
      kept.delete(oldest);
      bytes -= size;
    }
  }

  async function load(url: string, signal: AbortSignal): Promise<Blob> {
    const blob = kept.get(url) ?? (await loadTile(url, signal));
    keep(url, blob);
    return blob;
  }

  return {
    load,
    async fetchAhead(urls, signal) {
      const missing = urls.filter((url) => !kept.has(url)).values();
      const fetchInTurn = async (): Promise<void> => {
        for (const url of missing) {
          if (signal.aborted) return;
          await load(url, signal).catch(() => undefined);
        }
      };
      await Promise.all(Array.from({ length: AHEAD_AT_ONCE }, fetchInTurn));
    },
  };
}
