/** The files below a folder. Links are not followed: their targets are not part of the set. */
import { lstatSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { FileBytes } from "../bytes/file-bytes.ts";
import { SlideFileError } from "../slide-source.ts";
import { damagedArchive, tooManyFiles } from "./archive-errors.ts";
import { checkEntryPath, isRubbish } from "./entry-path.ts";
import { type EntryStore, MAX_ENTRIES, MAX_LISTED, type StoredEntry } from "./entry-store.ts";
import { foldedPath } from "./path-hash.ts";

const BLOCK_BYTES = 1 << 20;

class FolderEntry implements StoredEntry {
  /** Path in NFC, on every file system. */
  readonly path: string;
  readonly isRandomAccess = true;
  readonly place: string;

  constructor(path: string, place: string) {
    this.path = path;
    this.place = place;
  }

  /** Read from the file system on demand: a folder may contain millions of tiles. */
  get bytes(): number {
    const stats = lstatSync(this.place);
    if (!stats.isFile()) throw changedWhileRead();
    return stats.size;
  }
}

export class FolderStore implements EntryStore {
  /** Keyed by case-folded path. */
  readonly #byPath: ReadonlyMap<string, FolderEntry>;
  #entries: readonly StoredEntry[] | null = null;
  readonly #opened = new Set<FileBytes>();

  private constructor(byPath: ReadonlyMap<string, FolderEntry>) {
    this.#byPath = byPath;
  }

  /** @throws SlideFileError if there are too many files, or names that would be rejected in an archive too. */
  static async open(root: string, signal?: AbortSignal): Promise<FolderStore> {
    const byPath = new Map<string, FolderEntry>();
    // `checkEntryPath` limits the depth.
    const folders = [""];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      signal?.throwIfAborted();
      for (const found of await readdir(join(root, folder), { withFileTypes: true })) {
        const real = folder === "" ? found.name : `${folder}/${found.name}`;
        const path = real.normalize("NFC");
        if (isRubbish(path) || isRubbish(`${path}/`)) continue;
        if (found.isDirectory()) {
          checkEntryPath(path);
          folders.push(real);
        } else if (found.isFile()) {
          checkEntryPath(path);
          const folded = foldedPath(path);
          if (byPath.has(folded)) throw damagedArchive(`two files in it have the same name (${path})`);
          if (byPath.size === MAX_ENTRIES) throw tooManyFiles(MAX_ENTRIES);
          byPath.set(folded, new FolderEntry(path, join(root, real)));
        }
      }
    }
    return new FolderStore(byPath);
  }

  get count(): number {
    return this.#byPath.size;
  }

  get entries(): readonly StoredEntry[] {
    if (this.count > MAX_LISTED) throw tooManyFiles(MAX_LISTED);
    this.#entries ??= [...this.#byPath.values()];
    return this.#entries;
  }

  listEndingWith(endings: readonly string[]): StoredEntry[] {
    return [...this.#byPath].filter(([path]) => endings.some((end) => path.endsWith(end))).map(([, entry]) => entry);
  }

  find(path: string): StoredEntry | undefined {
    return this.#byPath.get(foldedPath(path));
  }

  forgetListing(): void {
    this.#entries = null;
  }

  readStart(entry: StoredEntry, length: number): Promise<Buffer> {
    return this.#withFile(entry, (file) => file.read(0, Math.min(length, file.size)));
  }

  readFully(entry: StoredEntry, maxBytes: number): Promise<Buffer> {
    return this.#withFile(entry, (file) => {
      if (file.size > maxBytes) throw damagedArchive("a file in it is larger than it can be");
      return file.read(0, file.size);
    });
  }

  async *readPieces(entry: StoredEntry): AsyncIterable<Buffer> {
    const file = await openPlainFile(entry);
    try {
      for (let at = 0; at < file.size; at += BLOCK_BYTES)
        yield await file.read(at, Math.min(BLOCK_BYTES, file.size - at));
    } finally {
      await file.close();
    }
  }

  async openBytes(entry: StoredEntry): Promise<FileBytes> {
    const file = await openPlainFile(entry);
    this.#opened.add(file);
    return file;
  }

  placeOf(entry: StoredEntry): string {
    return placeIn(entry);
  }

  /** A folder has no directory that could contradict the files. */
  async checkEntries(): Promise<void> {}

  async close(): Promise<void> {
    await Promise.all([...this.#opened].map((file) => file.close()));
  }

  async #withFile<Result>(entry: StoredEntry, work: (file: FileBytes) => Promise<Result>): Promise<Result> {
    const file = await openPlainFile(entry);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  }
}

async function openPlainFile(entry: StoredEntry): Promise<FileBytes> {
  const place = placeIn(entry);
  if (!(await lstat(place)).isFile()) throw changedWhileRead();
  return FileBytes.open(place);
}

function placeIn(entry: StoredEntry): string {
  if (!(entry instanceof FolderEntry)) throw new TypeError("This entry is of another store.");
  return entry.place;
}

const changedWhileRead = () => new SlideFileError("damaged", "This folder was changed while it was read.");
