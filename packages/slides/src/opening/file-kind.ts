/** File types recognized by their first bytes, and the arguments of the functions that open them. */

import type { BlockCache } from "../bytes/block-cache.ts";
import type { FileBytes } from "../bytes/file-bytes.ts";
import type { ConvertibleFile } from "./convertible-file.ts";
import type { OpenedSlide } from "./opened-slide.ts";

export interface FileKind {
  readonly name: string;
  readonly recognises: (start: Buffer) => boolean;
  /** null: known, but not supported. */
  readonly open: OpenFile | null;
  /** Whether it is read only through `file`, never through `path`: such a file can be in a zip, uncompressed. */
  readonly isReadInPlace?: true;
  /** Whether it is a set of files, or a part of one: sets are not searched for inside other sets. */
  readonly isArchive?: true;
}

/** Number of bytes from the start of a file passed to `recognises`; fewer if the file is shorter. */
export const START_BYTES = 512;

/** A file being inspected. A slide created from it owns `file`: closing the slide closes it. */
export interface FileToOpen {
  readonly path: string;
  readonly file: FileBytes;
  readonly pieces: BlockCache;
  readonly signal: AbortSignal | undefined;
  /** For sets of files: the file types to look for in them. */
  readonly fileKinds: readonly FileKind[];
}

export type OpenFile = (opening: FileToOpen) => Promise<OpenedSlide | ConvertibleFile>;
