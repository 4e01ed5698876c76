/**
 * A set of files that belong together: in a zip, read in place and never unpacked, or in a folder.
 */
import type { FileBytes } from "../bytes/file-bytes.ts";

export interface StoredEntry {
  /** Within the set, with `/` between folders, e.g. `slide_files/12/0_0.jpg`. Checked: no `..`, not absolute. */
  readonly path: string;
  /** Size of the contents. */
  readonly bytes: number;
  /** Whether any part can be read without the data before it (false: compressed in its zip). */
  readonly isRandomAccess: boolean;
}

export interface EntryStore {
  /** Number of plain files. */
  readonly count: number;
  /**
   * Plain files only, in listing order; created on first access.
   *
   * @throws SlideFileError `tooLarge` if there are more than `MAX_LISTED`: only tile sets have so many.
   */
  readonly entries: readonly StoredEntry[];
  /** Those whose path ends so, upper and lower case alike; cheap, also of millions. @param endings in lower case. */
  listEndingWith(endings: readonly string[]): StoredEntry[];
  /** Upper and lower case alike. */
  find(path: string): StoredEntry | undefined;
  /** Gives back the memory that `entries` and `listEndingWith` need; neither may be used any more. */
  forgetListing(): void;
  /** The first bytes, fewer if there are no more; also of a compressed entry. */
  readStart(entry: StoredEntry, length: number): Promise<Buffer>;
  /** The whole contents. @throws SlideFileError if they are longer than `maxBytes`, or damaged. */
  readFully(entry: StoredEntry, maxBytes: number): Promise<Buffer>;
  /** The whole contents piece by piece, however long. @throws SlideFileError if they are damaged: at the last piece. */
  readPieces(entry: StoredEntry): AsyncIterable<Buffer>;
  /** Open as long as the store is. @throws SlideFileError `unsupported` if the entry is compressed. */
  openBytes(entry: StoredEntry): Promise<FileBytes>;
  /** Path of the entry as a separate file; null: within an archive. */
  placeOf(entry: StoredEntry): string | null;
  /** Checks of all or many entries what the directory does not contain; part of a probe. @throws SlideFileError */
  checkEntries(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Other archives than tile sets may have this many files. Source: rule D-9. */
export const MAX_LISTED = 200_000;
/** Source: rule D-9. */
export const MAX_ENTRIES = 2_000_000;
