/**
 * A set of files that belong together, wherever they lie: in a zip, read in place and never unpacked, or in a folder.
 */
import type { FileBytes } from "../bytes/file-bytes.ts";

export interface StoredEntry {
  /** Within the set, with `/` between folders, e.g. `slide_files/12/0_0.jpg`. Checked: no `..`, not absolute. */
  readonly path: string;
  /** Of its contents. */
  readonly bytes: number;
  /** Whether any part of it can be read without reading what lies before (false: it is compressed in its zip). */
  readonly isRandomAccess: boolean;
}

export interface EntryStore {
  /** Number of plain files. */
  readonly count: number;
  /**
   * Plain files only, in the order in which they are listed; made when first asked for.
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
  /** Where it lies as a file of its own; null: within an archive. */
  placeOf(entry: StoredEntry): string | null;
  /** Reads what the directory cannot tell of all entries, or of many; part of a probe. @throws SlideFileError */
  checkEntries(signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Other archives than tile sets may have this many files. Source: rule D-9. */
export const MAX_LISTED = 200_000;
/** Source: rule D-9. */
export const MAX_ENTRIES = 2_000_000;
