/**
 * A set of files that belong together, wherever they lie: in a zip, read in place and never unpacked, or in a folder.
 */

/** Bytes that can be read from any place; `FileBytes` is one, an entry of a stored zip another. */
export interface RandomAccessBytes {
  readonly size: number;
  /** @throws SlideFileError `truncated` if it ends before. */
  read(position: number, length: number): Promise<Buffer>;
  /** Fills `target` from `targetStart` with `length` bytes that lie at `position`. */
  readInto(target: Uint8Array, targetStart: number, length: number, position: number): Promise<void>;
}

export interface StoredEntry {
  /** Within the set, with `/` between folders, e.g. `slide_files/12/0_0.jpg`. Checked: no `..`, not absolute. */
  readonly path: string;
  /** Of its contents. */
  readonly bytes: number;
  /** Whether any part of it can be read without reading what lies before (false: it is compressed in its zip). */
  readonly isRandomAccess: boolean;
}

export interface EntryStore {
  /** Plain files only, in the order in which they are listed. */
  readonly entries: readonly StoredEntry[];
  find(path: string): StoredEntry | undefined;
  /** The whole contents. @throws SlideFileError if they are longer than `maxBytes`, or damaged. */
  readWhole(entry: StoredEntry, maxBytes: number): Promise<Buffer>;
  /** @throws SlideFileError `unsupported` if the entry is compressed. */
  openBytes(entry: StoredEntry): Promise<RandomAccessBytes>;
  close(): Promise<void>;
}
