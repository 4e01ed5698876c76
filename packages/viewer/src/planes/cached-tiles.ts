/**
 * Cache of the encoded tiles of slides with several planes, so that focusing up and down is
 * immediate.
 */
import type { LoadTile } from "../tiles/load-tile.ts";

/** Maximum size of the encoded tiles. */
export const CACHED_TILES_MAX_BYTES = 64 * 1024 * 1024;
/** Concurrent prefetches: the view's own tiles come first. */
const AHEAD_AT_ONCE = 3;

export interface CachedTiles {
  /** Like the original loader, but from memory if possible. */
  readonly load: LoadTile;
  /** Prefetches the missing ones in order; failures are reported only when a tile is needed. */
  fetchAhead(urls: readonly string[], signal: AbortSignal): Promise<void>;
}

export function createCachedTiles(loadTile: LoadTile, maxBytes = CACHED_TILES_MAX_BYTES): CachedTiles {
  /** In order of last use. */
  const cached = new Map<string, Blob>();
  let bytes = 0;

  function keep(url: string, blob: Blob): void {
    bytes += blob.size - (cached.get(url)?.size ?? 0);
    cached.delete(url);
    cached.set(url, blob);
    for (const [oldest, { size }] of cached) {
      if (bytes <= maxBytes) return;
      cached.delete(oldest);
      bytes -= size;
    }
  }

  async function load(url: string, signal: AbortSignal): Promise<Blob> {
    const blob = cached.get(url) ?? (await loadTile(url, signal));
    keep(url, blob);
    return blob;
  }

  return {
    load,
    async fetchAhead(urls, signal) {
      const missing = urls.filter((url) => !cached.has(url)).values();
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
