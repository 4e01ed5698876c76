/** A set of files that belong together: in a zip, which is read in place and never unpacked, or in a folder. */
import type { FileBytes } from "../bytes/file-bytes.ts";

export interface StoredEntry {
  /** Path inside the set, with `/` between folders, e.g. `slide_files/12/0_0.jpg`. Checked: no `..`, not absolute. */
  readonly path: string;
  /** Size of the contents. */
  readonly bytes: number;
  /** Whether any part can be read without the data before it (false: compressed in its zip). */
  readonly isRandomAccess: boolean;
}

export interface EntryStore {
  /** Number of regular files. */
  readonly count: number;
  /**
   * Regular files only, in listing order; created on first access.
   *
   * @throws SlideFileError `tooLarge` if there are more than `MAX_LISTED`: only tile sets have so many.
   */
  readonly entries: readonly StoredEntry[];
  /**
   * Entries whose path ends with one of the endings, ignoring case; fast even for millions. @param endings in lower
   * case.
   */
  listEndingWith(endings: readonly string[]): StoredEntry[];
  /** Finds an entry by its path, ignoring case. */
  find(path: string): StoredEntry | undefined;
  /** Frees the memory of `entries` and `listEndingWith`; neither may be used afterwards. */
  forgetListing(): void;
  /** The first bytes, or all if there are fewer; also of a compressed entry. */
  readStart(entry: StoredEntry, length: number): Promise<Buffer>;
  /** The whole contents. @throws SlideFileError if they are longer than `maxBytes`, or damaged. */
  readFully(entry: StoredEntry, maxBytes: number): Promise<Buffer>;
  /** The whole contents of any length, in pieces. @throws SlideFileError at the last piece if they are damaged. */
  readPieces(entry: StoredEntry): AsyncIterable<Buffer>;
  /** The result is open as long as the store is. @throws SlideFileError `unsupported` if the entry is compressed. */
  openBytes(entry: StoredEntry): Promise<FileBytes>;
  /** Path of the entry as a file of its own; null: inside an archive. */
  placeOf(entry: StoredEntry): string | null;
  /**
   * Checks properties of all or many entries that the directory does not contain; part of a probe. @throws
   * SlideFileError
   */
  checkEntries(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Archives other than tile sets may have this many files. Source: rule D-9. */
export const MAX_LISTED = 200_000;
/** Source: rule D-9. */
export const MAX_ENTRIES = 2_000_000;
