/** What the first bytes of a file tell, and what those who open a file of a kind are given. */

import type { BlockCache } from "../bytes/block-cache.ts";
import type { FileBytes } from "../bytes/file-bytes.ts";
import type { ConvertibleFile } from "./convertible-file.ts";
import type { OpenedSlide } from "./opened-slide.ts";

export interface FileKind {
  readonly name: string;
  readonly recognises: (start: Buffer) => boolean;
  /** null: known, but not supported. */
  readonly open: OpenFile | null;
  /** Whether it is read through `file` alone and never through `path`: then it may lie in a zip, uncompressed. */
  readonly isReadInPlace?: true;
  /** Whether it is a set of files, or a part of one: those are not looked for in one another. */
  readonly isArchive?: true;
}

/** Bytes from the start of a file that `recognises` is given, or fewer if the file is shorter. */
export const START_BYTES = 512;

/** A file being inspected. A slide created from it owns `file`: closing the slide closes it. */
export interface FileToOpen {
  readonly path: string;
  readonly file: FileBytes;
  readonly pieces: BlockCache;
  readonly signal: AbortSignal | undefined;
  /** For sets of files: what there is to be found in them. */
  readonly fileKinds: readonly FileKind[];
}

export type OpenFile = (opening: FileToOpen) => Promise<OpenedSlide | ConvertibleFile>;
