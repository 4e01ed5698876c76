/**
 * Cache of recently used lanes of all open slides, with a common memory limit.
 *
 * An index is small and takes a few milliseconds to create, so many are kept; a lane's own bytes save its neighbouring
 * tiles many short reads, and are evicted first.
 */
import { bytesOfIndex, type LaneBand } from "./lane-band.ts";

/** About 2,500 indices: one or two complete slides, or the screens of two hundred users. */
const MAX_INDEX_BYTES = 16 * 2 ** 20;
const MAX_STORED_BYTES = 32 * 2 ** 20;

interface Entry {
  band: Promise<LaneBand>;
  indexBytes: number;
  storedBytes: number;
}

export class BandCache {
  readonly #maxIndexBytes: number;
  readonly #maxStoredBytes: number;
  /** By image and position in it, least recently used first. */
  readonly #entries = new Map<string, Entry>();
  /** Entries that still have their bytes, in order of use. */
  readonly #stored = new Map<string, Entry>();
  #indexBytes = 0;
  #storedBytes = 0;
  #pictures = 0;

  constructor(maxIndexBytes: number = MAX_INDEX_BYTES, maxStoredBytes: number = MAX_STORED_BYTES) {
    this.#maxIndexBytes = maxIndexBytes;
    this.#maxStoredBytes = maxStoredBytes;
  }

  /** Memory in use. */
  get bytes(): { index: number; stored: number } {
    return { index: this.#indexBytes, stored: this.#storedBytes };
  }

  /** Unique prefix for the keys of one image. */
  nextPicture(): number {
    this.#pictures += 1;
    return this.#pictures;
  }

  /** Concurrent requests for the same band share one computation. */
  get(key: string, make: () => Promise<LaneBand>): Promise<LaneBand> {
    const known = this.#entries.get(key);
    if (known) {
      for (const map of [this.#entries, this.#stored]) if (map.delete(key)) map.set(key, known);
      return known.band;
    }
    const entry: Entry = { band: make(), indexBytes: 0, storedBytes: 0 };
    this.#entries.set(key, entry);
    entry.band.then(
      (band) => this.#account(key, entry, band),
      () => this.#entries.delete(key),
    );
    return entry.band;
  }

  /** Removes an image whose file is about to be closed. */
  forget(picture: number): void {
    for (const [key, entry] of this.#entries) if (key.startsWith(`${picture}/`)) this.#drop(key, entry);
  }

  #account(key: string, entry: Entry, { index, stored }: LaneBand): void {
    if (this.#entries.get(key) !== entry) return;
    entry.indexBytes = bytesOfIndex(index);
    this.#indexBytes += entry.indexBytes;
    if (stored !== null) {
      entry.storedBytes = stored.bytes.length;
      this.#storedBytes += entry.storedBytes;
      this.#stored.set(key, entry);
    }
    for (const [oldest, other] of this.#stored) {
      if (this.#storedBytes <= this.#maxStoredBytes) break;
      this.#dropStored(oldest, other);
    }
    for (const [oldest, other] of this.#entries) {
      if (this.#indexBytes <= this.#maxIndexBytes) break;
      this.#drop(oldest, other);
    }
  }

  #drop(key: string, entry: Entry): void {
    this.#dropStored(key, entry);
    this.#entries.delete(key);
    this.#indexBytes -= entry.indexBytes;
  }

  #dropStored(key: string, entry: Entry): void {
    if (!this.#stored.delete(key)) return;
    this.#storedBytes -= entry.storedBytes;
    entry.band = entry.band.then(({ index }) => ({ index, stored: null }));
  }
}

/** The cache of this process. */
export const BANDS = new BandCache();
