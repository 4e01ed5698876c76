/**
 * Cache of open slides, so that a tile costs one read; the least recently used slide is closed first.
 *
 * Its key includes the version: after a change the next tile opens the slide again.
 */
import type { SlideSource } from "@parfocal/slides/slide-source.ts";
import { isStoreAway } from "#platform/files/file-store.ts";

interface Entry {
  readonly source: Promise<SlideSource>;
  /** Number of running reads; a slide in use is closed after the last one. */
  readers: number;
  isDropped: boolean;
}

interface OpenSlides {
  /** Reads from an open slide; opens it if it is not. */
  read<Result>(
    key: string,
    open: () => Promise<SlideSource>,
    work: (source: SlideSource) => Promise<Result>,
  ): Promise<Result>;
  closeAll(): Promise<void>;
}

export function createOpenSlides(most: number): OpenSlides {
  const entries = new Map<string, Entry>();

  async function closeIfUnused(entry: Entry): Promise<void> {
    if (!entry.isDropped || entry.readers > 0) return;
    // A slide that could not be opened has nothing to close; its readers received the error.
    const source = await entry.source.catch(() => null);
    await source?.close();
  }

  async function drop(key: string, entry: Entry): Promise<void> {
    if (entries.get(key) === entry) entries.delete(key);
    entry.isDropped = true;
    await closeIfUnused(entry);
  }

  function take(key: string, open: () => Promise<SlideSource>): Entry {
    const known = entries.get(key);
    if (known) {
      // The most recently used is last in the map's order.
      entries.delete(key);
      entries.set(key, known);
      return known;
    }
    const entry: Entry = { source: open(), readers: 0, isDropped: false };
    entries.set(key, entry);
    for (const [oldKey, old] of entries) {
      if (entries.size <= most) break;
      void drop(oldKey, old);
    }
    return entry;
  }

  return {
    async read(key, open, work) {
      const entry = take(key, open);
      entry.readers += 1;
      try {
        return await work(await entry.source);
      } catch (error) {
        // The next reader tries to open it again; data that a slide read from an unavailable store may be incomplete.
        const isOpen = await entry.source.then(
          () => true,
          () => false,
        );
        if (!isOpen || isStoreAway(error)) await drop(key, entry);
        throw error;
      } finally {
        entry.readers -= 1;
        await closeIfUnused(entry);
      }
    },

    async closeAll() {
      await Promise.all([...entries].map(([key, entry]) => drop(key, entry)));
    },
  };
}
